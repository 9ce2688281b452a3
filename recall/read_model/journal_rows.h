#pragma once
// The rows of the journal, which says what each record of the log changed: entry 0 of a record is the record itself, those behind it are
// its changes of messages and documents, in the order in which the read model made them. An entry names what changed and has no
// text of it. Threads: values; pure.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "recall/read_model/record_summary.h"
#include "recall/read_model/row_keys.h"

namespace turnstream::recall {

/// An entry of a partition's journal. Places are in the order of the entries.
struct JournalPlace {
  Offset offset{-1};  ///< of the record; −1: before the first record
  std::uint32_t n = 0;

  friend auto operator<=>(const JournalPlace&, const JournalPlace&) = default;
  friend bool operator==(const JournalPlace&, const JournalPlace&) = default;
};

/// Stored in rows: do not change the numbers.
enum class JournalOp : std::uint8_t { kRecord = 0, kAdd = 1, kUpdate = 2, kDelete = 3 };

/// What changed. Kind and id are those that answers show.
struct JournalChange {
  std::string kind;
  std::string id;
  std::string stage;  ///< that made the change
};

struct JournalEntry {
  JournalPlace place;
  JournalOp op = JournalOp::kRecord;
  LogTime time;          ///< of the record
  std::string persona;   ///< of the record or the change; empty: the record is of no persona
  RecordSummary record;  ///< of entry 0
  JournalChange change;  ///< of all others
};

/// What an entry is about, without the rest of it. Views into its row.
struct JournalSubject {
  std::string_view persona;
  std::string_view id;  ///< of what changed; of entry 0 the turn
};

/// How far the journal of a partition reaches.
struct JournalMarks {
  JournalPlace newest;        ///< the last entry
  JournalPlace floor;         ///< all entries up to this one were trimmed, or are older than what recall has read
  std::uint64_t entries = 0;  ///< that are stored

  friend bool operator==(const JournalMarks&, const JournalMarks&) = default;
};

namespace rows {

[[nodiscard]] std::string journal_key(Partition partition, JournalPlace place);
/// Precondition: a key of space E.
[[nodiscard]] JournalPlace place_of_key(std::string_view key);
/// The entries of the partition behind this place.
[[nodiscard]] Range journal_after(Partition partition, JournalPlace place);
[[nodiscard]] std::string journal_marks_key(Partition partition);

/// All of the entry but its place, which is in the key.
[[nodiscard]] std::string journal_row(const JournalEntry& entry);
/// Absent if the bytes are damaged.
[[nodiscard]] std::optional<JournalEntry> read_journal_row(std::string_view key, std::string_view bytes);
/// The same of the subject alone; does not look at what stands behind it.
[[nodiscard]] std::optional<JournalSubject> read_journal_subject(std::string_view bytes);

[[nodiscard]] std::string journal_marks_row(const JournalMarks& marks);
[[nodiscard]] std::optional<JournalMarks> read_journal_marks_row(std::string_view bytes);

}  // namespace rows
}  // namespace turnstream::recall
