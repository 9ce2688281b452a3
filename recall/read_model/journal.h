#pragma once
// Journal: the last changes of each partition, in the order in which the read model made them, so that a client that lost its
// connection can have those that it missed. Its rows are written in the batch of their record, so a crash neither loses nor repeats one.
// JournalWriter writes those of one record. Readers take no lock of the read model.
//
// The oldest entries are trimmed, and a forget erases the entries of what it forgets. So a rebuild from the log need not give the
// same journal, and it is not in the digest.
//
// Threads: open() first; marks() and commit() the writer's; all others any. Lifetime: borrows the store.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"
#include "pipeline/store/key_value_store.h"
#include "recall/read_model/journal_rows.h"

namespace turnstream::recall {

/// So many entries of a partition stay, and up to a hundredth more until they are trimmed together.
inline constexpr std::uint64_t kJournalEntriesMax = 100'000;

class Journal {
 public:
  Journal(store::KeyValueStore& store, store::TableId table, std::int32_t partitions,
          std::uint64_t entries_max = kJournalEntriesMax)
      : store_(store), table_(table), entries_max_(entries_max), marks_(static_cast<std::size_t>(partitions)) {}

  /// Reads how far the journals reach. Errors: of the store, "state_unusable".
  Status open();

  /// The last entry of each partition.
  [[nodiscard]] std::vector<JournalPlace> newest() const;
  /// Whether the journal has all entries behind this place, which is not behind the last one.
  [[nodiscard]] bool reaches(Partition partition, JournalPlace place) const;
  /// The next entries behind this place, up to the last one, `entries_max` at most. Absent if some of them are no longer there:
  /// reaches() is false. Errors: of the store, "state_unusable".
  Result<std::optional<std::vector<JournalEntry>>> read(Partition partition, JournalPlace after,
                                                        std::size_t entries_max) const;
  /// What the message or document that an entry names says now. Absent if memory no longer has it. Errors: as read().
  Result<std::optional<std::string>> text_now(const JournalEntry& entry) const;

  [[nodiscard]] JournalMarks marks(Partition partition) const;
  /// Nothing before this place is in the journal: to be called before the batch that trims is written, so that a reader never takes
  /// trimmed entries for none.
  void raise_floor(Partition partition, JournalPlace floor);
  /// The batch with these marks was written.
  void commit(Partition partition, const JournalMarks& marks);
  [[nodiscard]] std::uint64_t entries_max() const { return entries_max_; }

 private:
  store::KeyValueStore& store_;
  const store::TableId table_;
  const std::uint64_t entries_max_;
  mutable Mutex mutex_;
  std::vector<JournalMarks> marks_ GUARDED_BY(mutex_);
};

}  // namespace turnstream::recall
