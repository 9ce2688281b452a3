#pragma once
// KeyValueStore: the local, ordered, durable home of the stages' state: one a process, one table a stage. Two
// implementations, RocksStore (disk) and MemoryStore (simulation), pass one test suite.
// A write batch is atomic across tables. A killed process loses no written batch; a power cut may lose the newest,
// which the changelog repairs. Errors: kStopProcess (disk full, read-only, corrupted: the message says what to do).
// Lifetime: batches and tables must not outlive their store.
// Threads: any; a Batch belongs to one thread at a time.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"

namespace turnstream::store {

/// Index of a table in its store; stable while the store is open.
struct TableId {
  std::size_t index = 0;
};

class Batch {
 public:
  virtual ~Batch() = default;
  virtual void put(TableId table, std::string_view key, std::string_view value) = 0;
  virtual void erase(TableId table, std::string_view key) = 0;
};

/// Called with each pair in key order; false ends the scan. Views live during the call.
using Visitor = std::function<bool(std::string_view key, std::string_view value)>;

class KeyValueStore {
 public:
  virtual ~KeyValueStore() = default;
  /// Opens the named table, creating it where missing.
  virtual Result<TableId> table(const std::string& name) = 0;
  virtual Result<std::optional<std::string>> get(TableId table, std::string_view key) = 0;
  /// Visits the keys in [from, to).
  virtual Status scan(TableId table, std::string_view from, std::string_view to, const Visitor& visit) = 0;
  /// Deletes all keys in [from, to) durably before it returns; in key order, so that a crash on the way leaves the last
  /// of them.
  virtual Status erase_range(TableId table, std::string_view from, std::string_view to) = 0;
  virtual std::unique_ptr<Batch> make_batch() = 0;
  virtual Status write(Batch& batch) = 0;
};

}  // namespace turnstream::store
