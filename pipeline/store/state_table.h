#pragma once
// StateTable: the state of one stage in one partition as its task sees it: committed rows from the store, a bounded
// cache of hot rows, and on top the rows that the open transaction changed. Reads see the newest.
//
// Life of a change: put/erase (dirty) -> seal() after the transaction is committed moves all dirty rows into a store
// batch (in flight) -> written() once the store has them. Between seal and written the rows stay pinned in memory, so
// the next transaction is processed while the batch is being written. An aborted transaction's table is thrown away.
// Savepoints: rollback() undoes everything since savepoint(): one persona's failure leaves no trace.
// Rows whose key starts with kOrderedPrefix can be scanned in order, dirty ones included.
// Threads: the worker's; only the batch travels to the writer.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/store/key_value_store.h"
#include "pipeline/store/row_cache.h"

namespace turnstream::store {

inline constexpr char kOrderedPrefix = 't';

class StateTable {
 public:
  StateTable(KeyValueStore& store, TableId table, Partition partition, std::size_t cache_bytes_max);

  /// The view lives until the next write to the same key or the next trim().
  Result<std::optional<std::string_view>> get(std::string_view key);
  void put(std::string_view key, std::string_view value);
  void erase(std::string_view key);
  /// Visits up to `limit` ordered rows in [from, to), dirty and deleted ones accounted for.
  Status scan(std::string_view from, std::string_view to, std::size_t limit, const Visitor& visit);

  /// Marks the point that rollback() returns to.
  std::size_t savepoint() const { return journal_.size(); }
  void rollback(std::size_t savepoint);
  /// Forgets the journal: what was done can only be discarded as a whole from here on.
  void release_savepoints() { journal_.clear(); }

  /// Every dirty row in the order of first change; absent value = deleted.
  void for_each_dirty(const std::function<void(std::string_view, std::optional<std::string_view>)>& visit) const;
  [[nodiscard]] bool dirty() const { return !dirty_.empty(); }
  void seal(Batch& batch);
  void written();
  /// Evicts the least recently used rows that nothing pins, until the budget is kept. Invalidates views.
  void trim();
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Ordered rows that came less those that went, since the table was made. Right for a user who puts such a row only
  /// where there is none, and erases it only where there is one.
  [[nodiscard]] std::int64_t ordered_rows_added() const { return ordered_rows_added_; }

  /// Store key of a row of this partition.
  [[nodiscard]] std::string store_key(std::string_view key) const;
  [[nodiscard]] KeyValueStore& store() { return store_; }
  [[nodiscard]] TableId table() const { return table_; }

 private:
  struct Undo {
    Row* row;
    std::string value;
    Presence presence;
    bool dirty;
  };

  Row& row(std::string_view key);
  void change(std::string_view key, std::string_view value, Presence presence);
  void set(Row& row, std::string value, Presence presence, bool dirty);

  KeyValueStore& store_;
  TableId table_;
  std::string prefix_;
  std::size_t cache_bytes_max_;
  RowCache rows_;
  std::vector<Row*> dirty_;
  std::vector<Row*> in_flight_;
  std::map<std::string_view, const Row*> unwritten_ordered_;  ///< ordered rows that are dirty or in flight
  std::vector<Undo> journal_;
  std::size_t bytes_ = 0;
  std::int64_t ordered_rows_added_ = 0;
};

/// The prefix of every store key of a partition: two bytes, big-endian.
std::string partition_prefix(Partition partition);
/// The store key of a row of a partition.
std::string row_key(Partition partition, std::string_view key);

}  // namespace turnstream::store
