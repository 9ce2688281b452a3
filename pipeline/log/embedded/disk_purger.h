#pragma once
// DiskPurger: removes from the files of a RocksDB what was overwritten or deleted, range by range, on a thread of its own.
// Without it, RocksDB keeps such bytes until it happens to compact these files, and in its write-ahead log until the
// memtable is full. RocksdbStorage owns it and destroys it before the database. Threads: begin() and take_ended() one at a
// time (the cluster's lock); its own thread works meanwhile.

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/base/mutex.h"
#include "pipeline/log/embedded/storage.h"

namespace rocksdb {
class DB;
}

namespace turnstream::log::embedded {

class DiskPurger {
 public:
  /// Borrows the database.
  explicit DiskPurger(rocksdb::DB& db);
  /// Cancels a compaction that runs, and waits for its end.
  ~DiskPurger();
  DiskPurger(const DiskPurger&) = delete;
  DiskPurger& operator=(const DiskPurger&) = delete;

  /// Begins to purge the keys in [from, to); `where` only names the purge.
  void begin(PartitionAddress where, std::string from, std::string to);
  /// The purges that have ended since the last call.
  std::vector<EndedPurge> take_ended();

 private:
  struct Range {
    PartitionAddress where;
    std::string from;
    std::string to;
  };
  void run(const std::stop_token& stop) noexcept;
  bool purge(const Range& range);

  rocksdb::DB& db_;
  std::atomic<bool> canceled_ = false;
  Mutex mutex_;
  ConditionVariable changed_;
  std::vector<Range> waiting_ GUARDED_BY(mutex_);
  std::vector<EndedPurge> ended_ GUARDED_BY(mutex_);
  std::jthread thread_;  ///< the last member, because the thread uses those above
};

}  // namespace turnstream::log::embedded
