#pragma once
// HistoryRows: the rows of one partition that say which record was the last at a time, and which versions of documents and
// messages are closed. Threads: any. Lifetime: for one call; borrows the store.

#include <optional>
#include <string>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::recall {

/// Keys before which a partition has no rows any longer that a drop looks for; empty: not known. A search that begins there does
/// not pass what the store has of erased rows, of which there are as many as records since its last compaction.
struct DroppedHistory {
  std::string closed;
  std::string times;
  LogTime at;  ///< the log time of the last record that dropped
};

struct HistoryRows {
  store::KeyValueStore& store;
  store::TableId table;
  Partition partition;
  DroppedHistory dropped;

  /// Adds to the batch the end of versions that were closed before `oldest`, and of times before it but the last one: a bounded
  /// number; the rest follows at the next records. `now`: the log time of this record, which may be below that of the one before.
  /// Returns what holds when the batch is written.
  Result<DroppedHistory> drop(store::Batch& batch, LogTime oldest, LogTime now) const;
  /// The last offset whose log time is at most `time`.
  Result<std::optional<Offset>> offset_at(LogTime time) const;
  /// The last offset whose log time is before `oldest`.
  Result<std::optional<Offset>> last_before(LogTime oldest) const;
};

}  // namespace turnstream::recall
