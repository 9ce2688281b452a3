#include "pipeline/log/embedded/disk_purger.h"

#include <pthread.h>
#include <rocksdb/db.h>

#include "pipeline/base/log_line.h"

namespace turnstream::log::embedded {

DiskPurger::DiskPurger(rocksdb::DB& db) : db_(db), thread_([this](const std::stop_token& stop) { run(stop); }) {}

DiskPurger::~DiskPurger() {
  canceled_ = true;
}

void DiskPurger::begin(PartitionAddress where, std::string from, std::string to) {
  const MutexLock lock(mutex_);
  waiting_.push_back({where, std::move(from), std::move(to)});
  changed_.notify_all();
}

std::vector<EndedPurge> DiskPurger::take_ended() {
  const MutexLock lock(mutex_);
  return std::exchange(ended_, {});
}

void DiskPurger::run(const std::stop_token& stop) noexcept {
  pthread_setname_np(pthread_self(), "log-purger");
  while (true) {
    std::vector<Range> ranges;
    {
      const MutexLock lock(mutex_);
      if (!changed_.wait(mutex_, stop, [this]() REQUIRES(mutex_) { return !waiting_.empty(); })) {
        return;
      }
      ranges = std::exchange(waiting_, {});
    }
    for (const Range& range : ranges) {
      if (stop.stop_requested()) {
        return;
      }
      const bool is_done = purge(range);
      const MutexLock lock(mutex_);
      ended_.push_back({range.where, is_done});
    }
  }
}

/// First the memtable goes to a file, so that RocksDB deletes the write-ahead log; then the files are compacted.
bool DiskPurger::purge(const Range& range) {
  rocksdb::Status done = db_.Flush(rocksdb::FlushOptions());
  if (done.ok()) {
    rocksdb::CompactRangeOptions options;
    options.exclusive_manual_compaction = false;  // RocksDB's own compactions continue meanwhile.
    options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
    options.canceled = &canceled_;
    const rocksdb::Slice from(range.from);
    const rocksdb::Slice to(range.to);
    done = db_.CompactRange(options, &from, &to);
  }
  if (!done.ok() && !canceled_) {
    LogLine(LogLevel::kWarning, "log_purge_failed").with("message", done.ToString() + " It is tried again.");
  }
  return done.ok();
}

}  // namespace turnstream::log::embedded
