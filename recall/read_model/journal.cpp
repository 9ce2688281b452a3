#include "recall/read_model/journal.h"

#include <utility>

#include "recall/documents/stored_document.h"
#include "recall/read_model/journal_writer.h"
#include "recall/read_model/persona_memory.h"

namespace turnstream::recall {
namespace {

/// The document that an answer shows under this kind.
std::optional<Kind> stored_kind(std::string_view kind) {
  return is_stated_type(kind) ? Kind::kPattern : value_in(kKinds, kind);
}

}  // namespace

Status Journal::open() {
  const MutexLock lock(mutex_);
  for (std::size_t p = 0; p < marks_.size(); ++p) {
    const std::string key = rows::journal_marks_key(Partition{static_cast<std::int32_t>(p)});
    TS_ASSIGN_OR_RETURN(const auto bytes, store_.get(table_, key));
    const auto marks = bytes ? rows::read_journal_marks_row(*bytes) : std::optional(JournalMarks());
    if (!marks) {
      return damaged_row("mark of the journal");
    }
    marks_[p] = *marks;
  }
  return {};
}

std::vector<JournalPlace> Journal::newest() const {
  const MutexLock lock(mutex_);
  std::vector<JournalPlace> places;
  places.reserve(marks_.size());
  for (const JournalMarks& marks : marks_) {
    places.push_back(marks.newest);
  }
  return places;
}

bool Journal::reaches(Partition partition, JournalPlace place) const {
  const JournalMarks now = marks(partition);
  return now.floor <= place && place <= now.newest;
}

JournalMarks Journal::marks(Partition partition) const {
  const MutexLock lock(mutex_);
  return marks_[static_cast<std::size_t>(partition.value())];
}

void Journal::raise_floor(Partition partition, JournalPlace floor) {
  const MutexLock lock(mutex_);
  marks_[static_cast<std::size_t>(partition.value())].floor = floor;
}

void Journal::commit(Partition partition, const JournalMarks& marks) {
  const MutexLock lock(mutex_);
  marks_[static_cast<std::size_t>(partition.value())] = marks;
}

Result<std::optional<std::vector<JournalEntry>>> Journal::read(Partition partition, JournalPlace after,
                                                               std::size_t entries_max) const {
  std::vector<JournalEntry> entries;
  bool is_sound = true;
  // The rows of a record can be read before its marks are committed.
  const JournalPlace newest = marks(partition).newest;
  const rows::Range range = rows::journal_after(partition, after);
  TS_RETURN_IF_ERROR(store_.scan(table_, range.from, range.to, [&](std::string_view key, std::string_view bytes) {
    if (rows::place_of_key(key) > newest) {
      return false;
    }
    auto entry = rows::read_journal_row(key, bytes);
    is_sound = entry.has_value();
    if (is_sound) {
      entries.push_back(*std::move(entry));
    }
    return is_sound && entries.size() < entries_max;
  }));
  if (!is_sound) {
    return damaged_row("entry of the journal");
  }
  // Asked last: the floor rises before rows are trimmed.
  return reaches(partition, after) ? std::optional(std::move(entries)) : std::nullopt;
}

Result<std::optional<std::string>> Journal::text_now(const JournalEntry& entry) const {
  const std::string& id = entry.change.id;
  if (entry.change.kind == kMessageKind) {
    const Side side = id.ends_with("#user") ? Side::kUser : Side::kAssistant;
    const std::string key = rows::message_key(entry.persona, position_of(entry.place.offset, side));
    TS_ASSIGN_OR_RETURN(const auto bytes, store_.get(table_, key));
    const auto row = bytes ? rows::read_message_row(*bytes) : std::nullopt;
    if (bytes && !row) {
      return damaged_row("message");
    }
    const bool is_there = row && row->to == rows::kOpen && row->message.id == id;
    return is_there ? std::optional(row->message.text) : std::optional<std::string>();
  }
  const std::optional<Kind> kind = stored_kind(entry.change.kind);
  if (!kind) {
    return std::optional<std::string>();
  }
  TS_ASSIGN_OR_RETURN(const auto bytes, store_.get(table_, rows::document_key(entry.persona, *kind, id)));
  const auto row = bytes ? rows::read_document_row(*bytes) : std::nullopt;
  auto document = row ? read_stored(*kind, id, row->stored) : std::nullopt;
  if (bytes && !document) {
    return damaged_row("document");
  }
  return document ? std::optional(std::move(document->text)) : std::optional<std::string>();
}

}  // namespace turnstream::recall
