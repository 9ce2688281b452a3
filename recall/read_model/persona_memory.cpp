#include "recall/read_model/persona_memory.h"

#include <utility>

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

Result<std::optional<Document>> PersonaMemory::document(Kind kind, std::string_view id) const {
  const std::optional<Offset> at = is_past_ ? std::optional(moment_.offset) : std::nullopt;
  const rows::Range versions = rows::versions_of(persona_, kind, id);
  std::optional<Document> document;
  TS_RETURN_IF_ERROR(store_.scan(table_, versions.from, versions.to, [&](std::string_view key, std::string_view bytes) {
    const auto name = rows::read_document_key(persona_, key);
    const auto row = rows::read_document_row(bytes);
    if (name && row && holds_at(name->from, row->to, at)) {
      document = read_document(kind, id, row->value);
    }
    return true;
  }));
  return document;
}

Status PersonaMemory::read_versions(const rows::Range& range,
                                    const std::function<void(std::vector<DocumentVersion>)>& visit) const {
  std::vector<DocumentVersion> versions;
  bool is_sound = true;
  TS_RETURN_IF_ERROR(store_.scan(table_, range.from, range.to, [&](std::string_view key, std::string_view bytes) {
    const auto name = rows::read_document_key(persona_, key);
    const auto row = rows::read_document_row(bytes);
    auto document = name && row ? read_document(name->kind, name->id, row->value) : std::nullopt;
    is_sound = document.has_value();
    if (!is_sound || name->from > moment_.offset) {
      return is_sound;
    }
    if (!versions.empty() && versions.back().document.id != name->id) {
      visit(std::exchange(versions, {}));
    }
    const bool has_ended = row->to <= moment_.offset;
    versions.push_back({name->from, has_ended ? std::optional(row->to) : std::nullopt, std::move(*document)});
    return true;
  }));
  if (is_sound && !versions.empty()) {
    visit(std::move(versions));
  }
  return is_sound ? Status() : damaged_row("row of a persona");
}

Result<std::vector<DocumentVersion>> PersonaMemory::versions(Kind kind, std::string_view id) const {
  std::vector<DocumentVersion> found;
  TS_RETURN_IF_ERROR(read_versions(rows::versions_of(persona_, kind, id),
                                   [&](std::vector<DocumentVersion> versions) { found = std::move(versions); }));
  return found;
}

Status PersonaMemory::for_each_history(Kind kind,
                                       const std::function<void(std::vector<DocumentVersion>)>& visit) const {
  return read_versions(rows::documents_of(persona_, kind), visit);
}

Result<LogTime> PersonaMemory::log_time(Offset offset) const {
  // There is a row for each time of a record, and offsets ascend with times.
  const std::string end = rows::times_of(moment_.partition).to;
  std::int64_t low = 0;
  std::int64_t high = kLogTimeEnd;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    std::optional<Offset> found;
    TS_RETURN_IF_ERROR(store_.scan(table_, rows::time_key(moment_.partition, LogTime{middle}), end,
                                   [&](std::string_view, std::string_view bytes) {
                                     found = rows::read_offset_row(bytes);
                                     return false;
                                   }));
    if (found && *found < offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return LogTime{low};
}

Result<std::unique_ptr<PersonaIndex>> load_index(store::KeyValueStore& store, store::TableId table,
                                                 const std::string& persona, std::optional<Offset> as_of) {
  auto index = std::make_unique<PersonaIndex>();
  bool is_sound = true;
  const rows::Range documents = rows::persona_range('D', persona);
  TS_RETURN_IF_ERROR(store.scan(table, documents.from, documents.to, [&](std::string_view key, std::string_view bytes) {
    const auto name = rows::read_document_key(persona, key);
    const auto row = rows::read_document_row(bytes);
    const auto document = name && row ? read_document(name->kind, name->id, row->value) : std::nullopt;
    is_sound = document.has_value();
    if (is_sound && holds_at(name->from, row->to, as_of)) {
      index->put(*document);
    }
    return is_sound;
  }));
  const rows::Range messages = rows::persona_range('M', persona);
  TS_RETURN_IF_ERROR(store.scan(table, messages.from, messages.to, [&](std::string_view, std::string_view bytes) {
    auto row = rows::read_message_row(bytes);
    is_sound = is_sound && row.has_value();
    if (is_sound && as_of && row->message.merged_at > *as_of) {
      row->message.merged_into.clear();
    }
    if (is_sound && holds_at(row->message.offset, row->to, as_of)) {
      index->add(row->message);
    }
    return is_sound;
  }));
  return is_sound ? Result<std::unique_ptr<PersonaIndex>>(std::move(index)) : damaged_row("row of a persona");
}

}  // namespace turnstream::recall
