#include "recall/read_model/persona_memory.h"

#include <map>
#include <utility>

#include "recall/documents/stored_document.h"

namespace turnstream::recall {
namespace {

constexpr std::int64_t kLogTimeEnd = std::int64_t{1} << 43;  ///< in the year 2248

/// Whether what holds from `from` up to `to` holds after the record `at`; absent: now.
bool holds_at(Offset from, Offset to, std::optional<Offset> at) {
  return at ? from <= *at && *at < to : to == rows::kOpen;
}

}  // namespace

Error damaged_row(std::string_view what) {
  return make_error(
      error_codes::kStateUnusable, Reaction::kStopProcess,
      "The read model of recall has a damaged " + std::string(what) +
          ". Stop the process and remove the folder `recall` of its state directory: it is built again from "
          "the topics.");
}

Result<Message> PersonaMemory::message(MessageNumber number) const {
  const std::string key = rows::message_key(persona_, index_.message(number).position);
  TS_ASSIGN_OR_RETURN(const auto bytes, store_.get(table_, key));
  auto row = bytes ? rows::read_message_row(*bytes) : std::nullopt;
  if (row && is_past_ && row->message.merged_at > moment_.offset) {
    row->message.merged_into.clear();
  }
  return row ? Result<Message>(std::move(row->message)) : damaged_row("message");
}

Result<std::optional<DocumentVersion>> PersonaMemory::present(Kind kind, std::string_view id) const {
  TS_ASSIGN_OR_RETURN(const auto bytes, store_.get(table_, rows::document_key(persona_, kind, id)));
  if (!bytes) {
    return std::optional<DocumentVersion>();
  }
  const auto row = rows::read_document_row(*bytes);
  auto document = row ? read_stored(kind, id, row->stored) : std::nullopt;
  if (!document) {
    return damaged_row("document");
  }
  if (row->from > moment_.offset) {
    return std::optional<DocumentVersion>();
  }
  return std::optional(DocumentVersion{row->from, std::nullopt, *std::move(document)});
}

Result<std::optional<Document>> PersonaMemory::document(Kind kind, std::string_view id) const {
  TS_ASSIGN_OR_RETURN(std::optional<DocumentVersion> now, present(kind, id));
  if (now) {
    return std::optional(std::move(now->document));
  }
  std::optional<Document> document;
  if (is_past_) {
    TS_RETURN_IF_ERROR(read_formers(rows::versions_of(persona_, kind, id), [&](DocumentVersion version) {
      if (!version.to) {
        document = std::move(version.document);
      }
    }));
  }
  return document;
}

/// Calls visit(version) for each former version in the range that began up to the moment; if it ended later, it holds.
Status PersonaMemory::read_formers(const rows::Range& range, const std::function<void(DocumentVersion)>& visit) const {
  bool is_sound = true;
  TS_RETURN_IF_ERROR(store_.scan(table_, range.from, range.to, [&](std::string_view key, std::string_view bytes) {
    const auto name = rows::read_version_key(persona_, key);
    const auto row = rows::read_version_row(bytes);
    auto document = name && row ? read_stored(name->kind, name->id, row->stored) : std::nullopt;
    is_sound = document.has_value();
    if (is_sound && name->from <= moment_.offset) {
      const bool has_ended = row->to <= moment_.offset;
      visit({name->from, has_ended ? std::optional(row->to) : std::nullopt, std::move(*document)});
    }
    return is_sound;
  }));
  return is_sound ? Status() : damaged_row("version of a document");
}

Result<std::vector<DocumentVersion>> PersonaMemory::versions(Kind kind, std::string_view id) const {
  std::vector<DocumentVersion> found;
  TS_RETURN_IF_ERROR(read_formers(rows::versions_of(persona_, kind, id),
                                  [&](DocumentVersion version) { found.push_back(std::move(version)); }));
  TS_ASSIGN_OR_RETURN(std::optional<DocumentVersion> now, present(kind, id));
  if (now) {
    found.push_back(*std::move(now));
  }
  return found;
}

Status PersonaMemory::for_each_history(Kind kind,
                                       const std::function<void(std::vector<DocumentVersion>)>& visit) const {
  std::map<std::string, DocumentVersion> open;  // what holds, by id
  bool is_sound = true;
  const rows::Range documents = rows::documents_of(persona_, kind);
  TS_RETURN_IF_ERROR(
      store_.scan(table_, documents.from, documents.to, [&](std::string_view key, std::string_view bytes) {
        const auto name = rows::read_document_key(persona_, key);
        const auto row = rows::read_document_row(bytes);
        auto document = name && row ? read_stored(kind, name->id, row->stored) : std::nullopt;
        is_sound = document.has_value();
        if (is_sound && row->from <= moment_.offset) {
          open.emplace(name->id, DocumentVersion{row->from, std::nullopt, std::move(*document)});
        }
        return is_sound;
      }));
  std::vector<DocumentVersion> formers;  // of one document
  // Visits that document, after those before it that have no former versions.
  const auto finish = [&](const std::string& id) {
    for (auto next = open.begin(); next != open.end() && next->first < id; next = open.erase(next)) {
      visit(std::vector(1, std::move(next->second)));
    }
    if (const auto now = open.find(id); now != open.end()) {
      formers.push_back(std::move(now->second));
      open.erase(now);
    }
    visit(std::exchange(formers, {}));
  };
  TS_RETURN_IF_ERROR(read_formers(rows::versions_of(persona_, kind), [&](DocumentVersion version) {
    if (!formers.empty() && formers.back().document.id != version.document.id) {
      finish(std::string(formers.back().document.id));
    }
    formers.push_back(std::move(version));
  }));
  if (!formers.empty()) {
    finish(std::string(formers.back().document.id));
  }
  for (auto& [id, version] : open) {
    visit(std::vector(1, std::move(version)));
  }
  return is_sound ? Status() : damaged_row("document");
}

Result<LogTime> PersonaMemory::log_time(Offset offset) const {
  // There is a row for each time of a record, and offsets ascend with times.
  const std::string end = rows::times_of(moment_.partition).to;
  std::int64_t low = 0;
  std::int64_t high = kLogTimeEnd;
  LogTime result;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    std::optional<Offset> found;
    std::int64_t time = middle;  // of the row that was found
    TS_RETURN_IF_ERROR(store_.scan(table_, rows::time_key(moment_.partition, LogTime{middle}), end,
                                   [&](std::string_view key, std::string_view bytes) {
                                     found = rows::read_offset_row(bytes);
                                     time = rows::time_of_key(key).value();
                                     return false;
                                   }));
    if (found && *found < offset) {
      low = time + 1;
    } else {
      high = middle;
      result = found ? LogTime{time} : result;
    }
  }
  return result;
}

Result<std::vector<DocumentVersion>> present_documents(store::KeyValueStore& store, store::TableId table,
                                                       const std::string& persona, std::span<const Kind> kinds) {
  std::vector<DocumentVersion> found;
  bool is_sound = true;
  for (const Kind kind : kinds) {
    const rows::Range range = rows::documents_of(persona, kind);
    TS_RETURN_IF_ERROR(store.scan(table, range.from, range.to, [&](std::string_view key, std::string_view bytes) {
      const auto name = rows::read_document_key(persona, key);
      const auto row = rows::read_document_row(bytes);
      auto document = name && row ? read_stored(name->kind, name->id, row->stored) : std::nullopt;
      is_sound = document.has_value();
      if (is_sound) {
        found.push_back({row->from, std::nullopt, *std::move(document)});
      }
      return is_sound;
    }));
    if (!is_sound) {
      return damaged_row("document");
    }
  }
  return found;
}

Result<std::unique_ptr<PersonaIndex>> load_index(store::KeyValueStore& store, store::TableId table,
                                                 const std::string& persona, const TextReading& reading,
                                                 std::optional<Offset> as_of) {
  auto index = std::make_unique<PersonaIndex>(reading);
  IndexLoading loading(reading.language);
  bool is_sound = true;
  const auto put = [&](const std::optional<rows::DocumentKey>& name, std::string_view stored) {
    const auto document = name ? read_for_index(name->kind, name->id, stored) : std::nullopt;
    is_sound = document.has_value();
    if (is_sound) {
      index->put(*document, &loading);
    }
  };
  const rows::Range documents = rows::persona_range('D', persona);
  TS_RETURN_IF_ERROR(store.scan(table, documents.from, documents.to, [&](std::string_view key, std::string_view bytes) {
    const auto row = rows::read_document_row(bytes);
    is_sound = row.has_value();
    if (is_sound && holds_at(row->from, rows::kOpen, as_of)) {
      put(rows::read_document_key(persona, key), row->stored);
    }
    return is_sound;
  }));
  const rows::Range formers = rows::persona_range('V', persona);
  const auto put_former = [&](std::string_view key, std::string_view bytes) {
    const auto name = rows::read_version_key(persona, key);
    const auto row = rows::read_version_row(bytes);
    is_sound = is_sound && name && row;
    if (is_sound && holds_at(name->from, row->to, as_of)) {
      put(name, row->stored);
    }
    return is_sound;
  };
  if (as_of) {
    TS_RETURN_IF_ERROR(store.scan(table, formers.from, formers.to, put_former));
  }
  const rows::Range messages = rows::persona_range('M', persona);
  rows::MessageRow row;
  TS_RETURN_IF_ERROR(store.scan(table, messages.from, messages.to, [&](std::string_view, std::string_view bytes) {
    is_sound = is_sound && rows::read_message_row(bytes, row);
    if (is_sound && as_of && row.message.merged_at > *as_of) {
      row.message.merged_into.clear();
    }
    if (is_sound && holds_at(row.message.offset, row.to, as_of)) {
      index->add(row.message, &loading, row.signals);
    }
    return is_sound;
  }));
  return is_sound ? Result<std::unique_ptr<PersonaIndex>>(std::move(index)) : damaged_row("row of a persona");
}

}  // namespace turnstream::recall
