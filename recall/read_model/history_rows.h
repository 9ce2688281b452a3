#pragma once
// HistoryRows: the rows of one partition that say which record was the last at a time, and which versions of documents and
// messages are closed. Threads: any that may read `starts`; add() and drop() need it alone. Lifetime: for one call; borrows the store.

#include <optional>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/store/key_value_store.h"
#include "pipeline/store/scan_starts.h"

namespace turnstream::recall {

struct HistoryRows {
  store::KeyValueStore& store;
  store::TableId table;
  Partition partition;
  store::ScanStarts& starts;  ///< of these rows of all partitions; add() and drop() change it

  /// Adds to the batch the row of a record. The versions that it closes get the same time.
  void add(store::Batch& batch, LogTime time, Offset offset) const;
  /// Adds to the batch the end of versions that were closed before `oldest`, and of times before it but the last one: a bounded
  /// number; the rest follows at the next records.
  Status drop(store::Batch& batch, LogTime oldest) const;
  /// The last offset whose log time is at most `time`.
  Result<std::optional<Offset>> offset_at(LogTime time) const;
  /// The last offset whose log time is before `oldest`.
  Result<std::optional<Offset>> last_before(LogTime oldest) const;
};

}  // namespace turnstream::recall
