#include "recall/read_model/persona_writer.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "recall/documents/stored_document.h"
#include "recall/read_model/persona_memory.h"
#include "recall/read_model/stage_roles.h"

namespace turnstream::recall {
namespace {

/// The content of an item is not cut to less.
constexpr std::size_t kCutContentBytesMin = 64;
constexpr std::int64_t kCommandsKeptMs = 7 * 86'400'000LL;
constexpr std::size_t kCommandsMax = 1'000;

bool rests_on(const Document& document, const std::set<std::string>& gone, const std::optional<std::string>& session) {
  return std::any_of(document.sources.begin(), document.sources.end(), [&](const model::Source& source) {
    return gone.count(source.id) > 0 || gone.count(source.turn_id) > 0 || (session && source.session_id == *session);
  });
}

}  // namespace

Status PersonaWriter::apply(PersonaChanges& changes) {
  TS_RETURN_IF_ERROR(change_memory(changes));
  return changes.command ? note_command(*changes.command) : Status();
}

Status PersonaWriter::change_memory(PersonaChanges& changes) {
  if (changes.forget) {
    put(rows::forgotten_key(persona_), rows::offset_row(parts_.offset));
  }
  if (changes.forget && changes.forget->all) {
    return erase_everything();
  }
  if (changes.turn) {
    TS_RETURN_IF_ERROR(resolve_item(*changes.turn));
  }
  for (const auto& [item, into] : changes.merged_items) {
    TS_RETURN_IF_ERROR(move_messages(item, into));
  }
  const bool forgets = changes.forget.has_value();
  for (const DocumentChange& change : changes.documents) {
    TS_RETURN_IF_ERROR(documents_.apply(change, forgets));
  }
  for (const std::string& item : changes.removed_items) {
    TS_ASSIGN_OR_RETURN(const std::vector<Message> messages, messages_of_item(item));
    for (const Message& message : messages) {
      note_gone(message, kOwnerOfKept);
      take_out(message, forgets);
    }
  }
  if (forgets) {
    TS_RETURN_IF_ERROR(forget(*changes.forget, changes));
  }
  return changes.turn ? add_turn(*changes.turn, changes) : Status();
}

/// The index of the persona is not changed: the caller drops it.
Status PersonaWriter::erase_everything() {
  for (const char space : rows::kPersonaSpaces) {
    TS_RETURN_IF_ERROR(scan(rows::persona_range(space, persona_), [&](std::string_view key, std::string_view) {
      erase(key);
      return true;
    }));
  }
  TS_RETURN_IF_ERROR(parts_.journal.forget_all(persona_));
  parts_.journal.note(persona_, JournalOp::kDelete, {std::string(kPersonaKind), persona_, std::string(kAdmissionGate)});
  return {};
}

/// Drops reports that are older than is kept, and the oldest one if there are too many.
Status PersonaWriter::note_command(const CommandReport& report) {
  std::size_t seen = 0;
  bool is_sound = true;
  std::pair<LogTime, std::string> oldest{report.log_time, ""};
  TS_RETURN_IF_ERROR(scan(rows::persona_range('C', persona_), [&](std::string_view key, std::string_view value) {
    const auto row = rows::read_command_row(value);
    is_sound = row.has_value();
    if (is_sound && row->time.value() + kCommandsKeptMs < report.log_time.value()) {
      erase(key);
    } else if (is_sound) {
      ++seen;
      oldest = oldest.second.empty() || row->time < oldest.first ? std::pair(row->time, std::string(key)) : oldest;
    }
    return is_sound;
  }));
  if (!is_sound) {
    return damaged_row("report of a command");
  }
  if (seen >= kCommandsMax) {
    erase(oldest.second);
  }
  put(rows::command_key(persona_, report.command_id), rows::command_row({report.log_time, report.json}));
  return {};
}

void PersonaWriter::close(std::string_view key, std::string_view row) {
  put(key, row);
  put(rows::closed_key(parts_.partition, parts_.log_time, key), {});
}

/// Finds the item of an earlier turn that said the same, and gives its id to the messages.
Status PersonaWriter::resolve_item(AdmittedTurn& turn) {
  std::string found;
  std::size_t equal = 0;
  for (const std::string& id : turn.own_item ? std::vector<std::string>() : turn.maybe_items) {
    TS_ASSIGN_OR_RETURN(const std::optional<PresentDocument> item, documents_.present(Kind::kMemory, id));
    // The content of an item may be cut, so it is the beginning of what the turn says.
    const std::string content = item && item->document.type == "chat" ? normalise(item->document.text) : std::string();
    const bool may_be_cut = content.size() >= kCutContentBytesMin && turn.content.starts_with(content);
    if (content.size() > equal && (turn.content == content || may_be_cut)) {
      equal = content.size();
      found = id;
    }
  }
  for (Message& message : turn.messages) {
    if (!found.empty()) {
      message.item_id = found;
      message.id = message_id(found, turn.turn_id, message.side, true);
    }
  }
  return {};
}

Status PersonaWriter::add_turn(AdmittedTurn& turn, const PersonaChanges& changes) {
  for (Message& message : turn.messages) {
    for (const auto& [item, into] : changes.merged_items) {
      if (message.item_id == item) {
        message.merged_into = into;
        message.merged_at = parts_.offset;
      }
    }
    const std::vector<std::string>& removed = changes.removed_items;
    if (std::find(removed.begin(), removed.end(), item_now(message)) != removed.end()) {
      continue;  // Its item left memory at the same record.
    }
    const std::uint64_t position = position_of(message.offset, message.side);
    put(rows::message_key(persona_, position), rows::message_row(rows::kOpen, message));
    put(rows::item_key(persona_, item_now(message), position), {});
    note_message(JournalOp::kAdd, message, kAdmissionGate);
    if (index_ != nullptr) {
      index_->add(message);
    }
  }
  put(rows::turn_key(persona_, turn.turn_id), rows::offset_row(parts_.offset));
  return {};
}

Status PersonaWriter::move_messages(const std::string& item, const std::string& into) {
  TS_ASSIGN_OR_RETURN(std::vector<Message> messages, messages_of_item(item));
  for (Message& message : messages) {
    const std::uint64_t position = position_of(message.offset, message.side);
    message.merged_into = into;
    message.merged_at = parts_.offset;
    if (index_ != nullptr) {
      index_->set_item(message);
    }
    put(rows::message_key(persona_, position), rows::message_row(rows::kOpen, message));
    erase(rows::item_key(persona_, item, position));
    put(rows::item_key(persona_, into, position), {});
  }
  return {};
}

/// Those that are live.
Result<std::vector<Message>> PersonaWriter::messages_of_item(std::string_view item) {
  std::vector<std::uint64_t> positions;
  TS_RETURN_IF_ERROR(scan(rows::messages_of_item(persona_, item), [&](std::string_view key, std::string_view) {
    positions.push_back(rows::position_of_key(key));
    return true;
  }));
  std::vector<Message> messages;
  for (const std::uint64_t position : positions) {
    TS_ASSIGN_OR_RETURN(const auto bytes, parts_.store.get(parts_.table, rows::message_key(persona_, position)));
    auto row = bytes ? rows::read_message_row(*bytes) : std::nullopt;
    if (!row) {
      return damaged_row("message");
    }
    messages.push_back(std::move(row->message));
  }
  return messages;
}

void PersonaWriter::note_message(JournalOp op, const Message& message, std::string_view stage) {
  parts_.journal.note(persona_, op, {std::string(kMessageKind), message.id, std::string(stage)});
}

/// Once for a message: a forget may find it twice.
void PersonaWriter::note_gone(const Message& message, std::string_view stage) {
  if (gone_.insert(position_of(message.offset, message.side)).second) {
    note_message(JournalOp::kDelete, message, stage);
  }
}

void PersonaWriter::take_out(const Message& message, bool forgets) {
  const std::uint64_t position = position_of(message.offset, message.side);
  const std::string key = rows::message_key(persona_, position);
  if (forgets) {
    erase(key);
    erase(rows::turn_key(persona_, message.turn_id));
  } else {
    close(key, rows::message_row(parts_.offset, message));
  }
  erase(rows::item_key(persona_, item_now(message), position));
  if (index_ != nullptr) {
    index_->remove(message);
  }
}

/// The ids that the command names, and those of documents that left because of it. An item that only the ring dropped at this
/// record was not named: its messages stay.
Result<std::set<std::string>> PersonaWriter::named_by(const PersonaChanges& changes) {
  const std::set<std::string> named(changes.forget->ids.begin(), changes.forget->ids.end());
  std::set<std::string> gone = named;
  for (const DocumentChange& change : changes.documents) {
    const std::vector<std::string>& removed = changes.removed_items;
    const bool left = std::find(removed.begin(), removed.end(), change.id) != removed.end();
    if (change.removed && (change.kind != Kind::kMemory || left)) {
      gone.insert(change.id);
    } else if (change.removed) {
      TS_ASSIGN_OR_RETURN(const std::optional<Document> item, documents_.last_version(change.kind, change.id));
      if (!item || rests_on(*item, named, changes.forget->session_id)) {
        gone.insert(change.id);
      }
    }
  }
  return gone;
}

Status PersonaWriter::forget(const model::ForgetArgs& args, const PersonaChanges& changes) {
  TS_ASSIGN_OR_RETURN(std::set<std::string> gone, named_by(changes));
  for (const std::string& id : gone) {
    erase(rows::turn_key(persona_, id));
  }
  TS_RETURN_IF_ERROR(forget_messages(gone, args.session_id));
  for (bool more = true; more;) {
    TS_ASSIGN_OR_RETURN(more, forget_versions(gone, args.session_id));
  }
  return parts_.journal.forget(persona_, gone);
}

/// Messages of the items, turns and session, also those that have left before. Adds their items and turns to `gone`.
Status PersonaWriter::forget_messages(std::set<std::string>& gone, const std::optional<std::string>& session) {
  const std::set<std::string> named = gone;
  return scan(rows::persona_range('M', persona_), [&](std::string_view, std::string_view bytes) {
    const auto row = rows::read_message_row(bytes);
    if (!row) {
      return true;
    }
    const Message& message = row->message;
    if (named.count(message.item_id) > 0 || named.count(item_now(message)) > 0 || named.count(message.turn_id) > 0 ||
        (session && message.place.session_id == *session)) {
      if (row->to == rows::kOpen) {
        note_gone(message, kAdmissionGate);
      }
      take_out(message, true);
      gone.insert({message.item_id, item_now(message), message.turn_id});
    }
    return true;
  });
}

/// Closed versions that rest on what is gone. Those of this record's documents have left already. True if it found any: others
/// may rest on these.
Result<bool> PersonaWriter::forget_versions(std::set<std::string>& gone, const std::optional<std::string>& session) {
  bool found_more = false;
  TS_RETURN_IF_ERROR(scan(rows::persona_range('V', persona_), [&](std::string_view key, std::string_view bytes) {
    const auto name = rows::read_version_key(persona_, key);
    const auto row = rows::read_version_row(bytes);
    if (!name || !row) {
      return true;
    }
    const auto document = read_stored(name->kind, name->id, row->stored);
    if (gone.count(std::string(name->id)) > 0 || (document && rests_on(*document, gone, session))) {
      erase(key);
      found_more = gone.insert(std::string(name->id)).second || found_more;
    }
    return true;
  }));
  return found_more;
}

}  // namespace turnstream::recall
