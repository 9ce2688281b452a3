#pragma once
// RocksdbStorage: the durable storage of an embedded cluster: one RocksDB in one folder, which it locks. Writes go
// through the write-ahead log without sync: a killed process loses nothing, a power cut may lose the newest commits.
// Keys: "b" topic id, partition, base -> batch; "p" topic id, partition -> bounds; "t" topic id -> its spec; "o" group,
// topic name, partition -> progress; "c" topic id, partition -> PurgedTo; "m" name -> cluster id or format. Threads: one at a time (the cluster's lock).

#include <memory>

#include "pipeline/log/embedded/disk_purger.h"
#include "pipeline/log/embedded/storage.h"

namespace rocksdb {
class DB;
}

namespace turnstream::log::embedded {

class RocksdbStorage final : public Storage {
 public:
  /// Errors: "log_in_use"; "corrupt_log" if the folder has lost its file CURRENT; "storage_failed" for all else.
  static Result<std::unique_ptr<Storage>> open(const std::string& folder);
  /// The storage as it is now; apply() fails. The files are open from then on, so the storage stays readable when a
  /// later writer removes them. A folder without a database is an empty storage. Errors: as open().
  static Result<std::unique_ptr<Storage>> open_for_reading(const std::string& folder);
  ~RocksdbStorage() override;

  Result<Contents> load() override;
  Status apply(const Update& update) override;
  [[nodiscard]] Result<BatchPtr> read(PartitionAddress where, std::int64_t offset) const override;
  [[nodiscard]] bool keeps_batches() const override { return true; }
  void begin_purge(const PurgeRange& range) override;
  std::vector<EndedPurge> take_ended_purges() override;
  [[nodiscard]] std::string description() const override { return "embedded log in " + folder_; }

 private:
  RocksdbStorage(std::string folder, std::unique_ptr<rocksdb::DB> db, bool is_read_only);
  Status check_format(Contents& contents);

  std::string folder_;
  std::unique_ptr<rocksdb::DB> db_;
  std::unique_ptr<DiskPurger> purger_;  ///< null if the storage is only read
  bool is_read_only_;
};

}  // namespace turnstream::log::embedded
