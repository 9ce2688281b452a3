#pragma once
// KeyValueStore: local, ordered storage for the state of stages, one table for each stage. RocksStore keeps it on disk,
// MemoryStore in memory (demo, simulation, tests); both pass the same test suite. A batch is atomic across tables. On
// disk, a killed process loses no written batch; a power cut may lose the newest, which the changelog then restores.
// Errors have reaction kStopProcess (such as disk full, corrupted); the message says what to do. Batches and table ids
// must not outlive the store. Threads: any; a Batch belongs to one thread at a time.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"

namespace turnstream::store {

/// Index of a table in its store; valid while the store is open.
struct TableId {
  std::size_t index = 0;
};

/// The keys of a table in [from, to).
struct KeyRange {
  TableId table;
  std::string from;
  std::string to;
};

class Batch {
 public:
  virtual ~Batch() = default;
  virtual void put(TableId table, std::string_view key, std::string_view value) = 0;
  virtual void erase(TableId table, std::string_view key) = 0;
};

/// Receives each pair in key order; returns false to end the scan. The views are valid during the call.
using Visitor = std::function<bool(std::string_view key, std::string_view value)>;

class KeyValueStore {
 public:
  virtual ~KeyValueStore() = default;
  /// Opens the table with this name; creates it if it does not exist.
  virtual Result<TableId> table(const std::string& name) = 0;
  virtual Result<std::optional<std::string>> get(TableId table, std::string_view key) = 0;
  /// Visits the keys in [from, to).
  virtual Status scan(TableId table, std::string_view from, std::string_view to, const Visitor& visit) = 0;
  /// The same, for rows that are probably not read again soon: they take no space of other rows in a cache.
  virtual Status scan_once(TableId table, std::string_view from, std::string_view to, const Visitor& visit) {
    return scan(table, from, to, visit);
  }
  /// Erases all keys in [from, to), as durably as write(). A smaller key is never erased later than a larger one, also if
  /// the process crashes during the call.
  virtual Status erase_range(TableId table, std::string_view from, std::string_view to) = 0;
  virtual std::unique_ptr<Batch> make_batch() = 0;
  virtual Status write(Batch& batch) = 0;
  /// Removes from the disk the bytes of rows in the ranges that were erased or overwritten before the call: from the files,
  /// and from the write-ahead log. May take long; other calls continue meanwhile. False if a stop was requested first.
  virtual Result<bool> purge(std::span<const KeyRange> ranges, const std::stop_token& stop) = 0;
};

}  // namespace turnstream::store
