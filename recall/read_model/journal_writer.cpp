#include "recall/read_model/journal_writer.h"

#include <utility>

#include "pipeline/codec/message_id.h"
#include "recall/read_model/persona_memory.h"

namespace turnstream::recall {

JournalWriter::JournalWriter(Journal& journal, store::KeyValueStore& store, store::TableId table, store::Batch& batch,
                             const JournalRecord& record)
    : journal_(journal),
      store_(store),
      table_(table),
      batch_(batch),
      record_(record),
      marks_(journal.marks(record.partition)) {
  if (marks_.newest.offset.value() < 0 && record_.since.value() > 0) {
    marks_.floor.offset = Offset{record_.since.value() - 1};
    marks_.newest = marks_.floor;
  }
}

void JournalWriter::put(const JournalEntry& entry) {
  batch_.put(table_, rows::journal_key(record_.partition, entry.place), rows::journal_row(entry));
  ++written_;
}

void JournalWriter::note(const std::string& persona, JournalOp op, JournalChange change) {
  put({{record_.offset, ++changes_}, op, record_.time, persona, {}, std::move(change)});
}

Status JournalWriter::forget_all(const std::string& persona) {
  return erase_if([&](const JournalSubject& entry) { return entry.persona == persona; });
}

Status JournalWriter::forget(const std::string& persona, const std::set<std::string>& ids) {
  return erase_if([&](const JournalSubject& entry) {
    return entry.persona == persona &&
           (ids.count(std::string(entry.id)) > 0 || ids.count(std::string(codec::item_of(entry.id))) > 0);
  });
}

/// Of the entries before this record. Reads only what `is_gone` needs: all readers of memory wait meanwhile.
Status JournalWriter::erase_if(const std::function<bool(const JournalSubject&)>& is_gone) {
  bool is_sound = true;
  const rows::Range all = rows::journal_after(record_.partition, marks_.floor);
  TS_RETURN_IF_ERROR(store_.scan(table_, all.from, all.to, [&](std::string_view key, std::string_view bytes) {
    const auto entry = rows::read_journal_subject(bytes);
    is_sound = entry.has_value();
    if (is_sound && is_gone(*entry)) {
      batch_.erase(table_, key);
      ++erased_;
    }
    return is_sound;
  }));
  return is_sound ? Status() : damaged_row("entry of the journal");
}

Status JournalWriter::finish(const std::string& persona, RecordSummary summary) {
  if (!persona.empty() || changes_ > 0) {
    put({{record_.offset, 0}, JournalOp::kRecord, record_.time, persona, std::move(summary), {}});
    marks_.newest = {record_.offset, changes_};
  }
  marks_.entries += written_;
  marks_.entries -= erased_;
  TS_RETURN_IF_ERROR(trim());
  batch_.put(table_, rows::journal_marks_key(record_.partition), rows::journal_marks_row(marks_));
  return {};
}

/// Erases the oldest entries when there are a hundredth too many. Not in a record that forgets: the store still has what it erases,
/// which would count twice.
Status JournalWriter::trim() {
  const std::uint64_t kept = journal_.entries_max();
  if (marks_.entries <= kept + kept / 100 || erased_ > 0) {
    return {};
  }
  std::uint64_t left = marks_.entries - kept;
  const rows::Range stored = rows::journal_after(record_.partition, marks_.floor);
  TS_RETURN_IF_ERROR(store_.scan(table_, stored.from, stored.to, [&](std::string_view key, std::string_view) {
    batch_.erase(table_, key);
    marks_.floor = rows::place_of_key(key);
    --marks_.entries;
    return --left > 0;
  }));
  journal_.raise_floor(record_.partition, marks_.floor);
  return {};
}

}  // namespace turnstream::recall
