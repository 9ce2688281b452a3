#pragma once
// RocksStore: a KeyValueStore in one RocksDB folder: a column family for each table, one block cache and one write
// buffer budget for all tables. Writes go to RocksDB's write-ahead log without sync, so a killed process loses no
// written batch. Threads: any.

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pipeline/store/key_value_store.h"

namespace rocksdb {
class DB;
class ColumnFamilyHandle;
}  // namespace rocksdb

namespace turnstream::store {

struct RocksOptions {
  std::size_t cache_bytes_max = 64u << 20;
  std::size_t write_buffer_bytes_max = 64u << 20;
  /// Opens a store that exists, and writes fail. Several may do so at the same time, but not while another one has opened it to write.
  bool only_reads = false;
};

struct RocksMemory {
  std::size_t cache_bytes = 0;         ///< blocks, filters and indexes
  std::size_t write_buffer_bytes = 0;  ///< rows that are not in a file yet
};

class RocksStore final : public KeyValueStore {
 public:
  /// Opens or creates the store. Errors: code "state_unusable" (kStopProcess); the message names the folder and what
  /// to do.
  static Result<std::unique_ptr<RocksStore>> open(const std::string& folder, const RocksOptions& options);
  ~RocksStore() override;

  Result<TableId> table(const std::string& name) override;
  Result<std::optional<std::string>> get(TableId table, std::string_view key) override;
  Status scan(TableId table, std::string_view from, std::string_view to, const Visitor& visit) override {
    return scan({table, std::string(from), std::string(to)}, true, visit);
  }
  Status scan_once(TableId table, std::string_view from, std::string_view to, const Visitor& visit) override {
    return scan({table, std::string(from), std::string(to)}, false, visit);
  }
  Status erase_range(TableId table, std::string_view from, std::string_view to) override;
  std::unique_ptr<Batch> make_batch() override;
  Status write(Batch& batch) override;
  Result<bool> purge(std::span<const KeyRange> ranges, const std::stop_token& stop) override;
  [[nodiscard]] RocksMemory memory() const;

 private:
  struct Shared;
  RocksStore(std::string folder, std::unique_ptr<Shared> shared);
  [[nodiscard]] rocksdb::ColumnFamilyHandle* handle(TableId table);
  Status scan(const KeyRange& range, bool fills_cache, const Visitor& visit);

  std::string folder_;
  std::unique_ptr<Shared> shared_;
};

}  // namespace turnstream::store
