#pragma once
// JournalWriter: the entries of one record, as rows in the batch of that record. ReadModel makes one; those who write rows of
// memory note here what they change, in their order. Threads: one. Lifetime: for one record; borrows journal, store and batch.

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/store/key_value_store.h"
#include "recall/read_model/journal.h"

namespace turnstream::recall {

/// The kinds of changes that are not kinds of documents.
inline constexpr std::string_view kMessageKind = "message";
inline constexpr std::string_view kPersonaKind = "persona";  ///< everything of it, by one command

/// The record that is applied.
struct JournalRecord {
  Partition partition;
  Offset offset;
  LogTime time;
  NextOffset since;  ///< the records before were deleted before recall read them; 0: none was
};

class JournalWriter {
 public:
  JournalWriter(Journal& journal, store::KeyValueStore& store, store::TableId table, store::Batch& batch,
                const JournalRecord& record);

  void note(const std::string& persona, JournalOp op, JournalChange change);
  /// Erases the entries of the persona that name one of these items, turns or memories, and of messages of these items. Call it once
  /// for a persona. Errors: of the store, "state_unusable".
  Status forget(const std::string& persona, const std::set<std::string>& ids);
  /// Erases all entries of the persona.
  Status forget_all(const std::string& persona);
  /// Writes entry 0, of a record that has a persona or changed something, trims the journal, and writes the marks. After the batch is
  /// written, give marks() to Journal::commit(). Errors: of the store.
  Status finish(const std::string& persona, RecordSummary summary);
  [[nodiscard]] const JournalMarks& marks() const { return marks_; }

 private:
  void put(const JournalEntry& entry);
  Status erase_if(const std::function<bool(const JournalSubject&)>& is_gone);
  Status trim();

  Journal& journal_;
  store::KeyValueStore& store_;
  const store::TableId table_;
  store::Batch& batch_;
  const JournalRecord record_;
  JournalMarks marks_;
  std::uint32_t changes_ = 0;
  std::uint64_t written_ = 0;
  std::uint64_t erased_ = 0;
};

}  // namespace turnstream::recall
