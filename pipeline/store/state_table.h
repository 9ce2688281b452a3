#pragma once
// StateTable: the state of one stage in one partition, as its task uses it: rows from the store, a bounded cache of
// recently used rows, and the rows that the open transaction changed. Reads return the newest value.
//
// Life of a change: put() or erase() makes the row dirty; after the commit, seal() adds all dirty rows to a store
// batch (in flight); written() is called when the store has them. From the change until written() the row stays
// pinned in memory, so that the next transaction can be processed while the batch is written. If a transaction
// aborts, its table is discarded. rollback() undoes all changes since a savepoint. Rows whose key starts with kTimerPrefix
// or kOrderedPrefix are ordered: they can be scanned in order, including unwritten ones. Threads: the worker's; only the batch goes to the
// writer's thread.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/store/key_value_store.h"
#include "pipeline/store/row_cache.h"
#include "pipeline/store/scan_starts.h"

namespace turnstream::store {

inline constexpr char kTimerPrefix = 't';
inline constexpr char kOrderedPrefix = 'u';

class StateTable {
 public:
  StateTable(KeyValueStore& store, TableId table, Partition partition, std::size_t cache_bytes_max);

  /// The view is valid until the next write to the same key, rollback() or trim().
  Result<std::optional<std::string_view>> get(std::string_view key);
  void put(std::string_view key, std::string_view value);
  void erase(std::string_view key);
  /// Visits up to `limit` ordered rows in [from, to), in key order, as the open transaction sees them.
  Status scan(std::string_view from, std::string_view to, std::size_t limit, const Visitor& visit);

  /// The current position in the list of changes since release_savepoints(); pass it to rollback().
  std::size_t savepoint() const { return journal_.size(); }
  void rollback(std::size_t savepoint);
  /// Ends all savepoints. The changes made so far can no longer be rolled back; only discarding the table undoes them.
  void release_savepoints() { journal_.clear(); }

  /// Visits the dirty rows in the order of their first changes since seal(); an absent value means deleted.
  void for_each_dirty(const std::function<void(std::string_view, std::optional<std::string_view>)>& visit) const;
  [[nodiscard]] bool dirty() const { return !dirty_.empty(); }
  void seal(Batch& batch);
  void written();
  /// A walk of the changelog begins (changelog_walk.h).
  void begin_walk() { ++walk_; }
  /// Whether the row is known to be dirty or sealed since begin_walk(). False also for a row that is no longer cached.
  [[nodiscard]] bool changed_since_walk(std::string_view key) const;
  /// Whether the row is known to be sealed since begin_walk(), also if it is dirty now.
  [[nodiscard]] bool sealed_since_walk(std::string_view key) const;
  /// Evicts unpinned rows, the least recently used first, until the cache is within its budget or has only pinned rows.
  /// Invalidates views.
  void trim();
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// The bytes of the keys and values of the dirty rows.
  [[nodiscard]] std::size_t unsaved_bytes() const { return unsaved_bytes_; }
  /// The number of rows of timers added minus those removed since the table was made. It is correct if the caller puts
  /// such a row only where none exists and erases only rows that exist.
  [[nodiscard]] std::int64_t timer_rows_added() const { return timer_rows_added_; }

  [[nodiscard]] std::string store_key(std::string_view key) const;
  [[nodiscard]] KeyValueStore& store() { return store_; }
  [[nodiscard]] TableId table() const { return table_; }
  [[nodiscard]] Partition partition() const { return partition_; }

 private:
  struct Undo {
    CachedRow* row;
    std::string value;
    Presence presence;
    bool dirty;
  };

  CachedRow& row(std::string_view key);
  void change(std::string_view key, std::string_view value, Presence presence);
  void set(CachedRow& row, std::string value, Presence presence, bool dirty);

  KeyValueStore& store_;
  TableId table_;
  Partition partition_;
  std::string prefix_;
  std::size_t cache_bytes_max_;
  RowCache rows_;
  std::vector<CachedRow*> dirty_;
  std::vector<CachedRow*> in_flight_;
  std::map<std::string_view, const CachedRow*>
      unwritten_ordered_;                              ///< ordered rows that are dirty or in flight, by key
  std::set<std::string_view> in_flight_ordered_puts_;  ///< keys of ordered rows that the batch in flight puts
  ScanStarts scan_starts_;
  std::vector<Undo> journal_;
  std::size_t bytes_ = 0;
  std::size_t unsaved_bytes_ = 0;
  std::int64_t timer_rows_added_ = 0;
  std::uint32_t walk_ = 1;
};

/// The prefix of all store keys of a partition: its number in two bytes, big-endian.
std::string partition_prefix(Partition partition);
std::string row_key(Partition partition, std::string_view key);

}  // namespace turnstream::store
