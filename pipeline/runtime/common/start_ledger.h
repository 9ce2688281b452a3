#pragma once
// StartLedger: counts, for each input partition of intake, how many processes in a row died (by any signal, SIGKILL by the
// kernel included) without getting beyond the offset from which they began to read. Its file holds a line for each input
// whose process has not moved yet: topic, partition, offset, starts. The line is removed when intake commits progress
// of the input, and all lines at an orderly end. Threads: any.

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"
#include "pipeline/log/record.h"

namespace turnstream::runtime {

/// After so many deaths the input is read by a process of its own first.
inline constexpr std::int64_t kStartsMax = 3;

struct Started {
  log::Position from;
  std::int64_t starts = 0;  ///< processes that began to read here, and did not get beyond it
};

class StartLedger {
 public:
  /// The lines of the file; empty if there is no file. Lines that are damaged are left out.
  static std::vector<Started> read(const std::string& file);
  /// Reads what earlier processes left.
  explicit StartLedger(std::string file);
  /// The destructor removes all lines: this process ended in order.
  ~StartLedger();
  StartLedger(const StartLedger&) = delete;
  StartLedger& operator=(const StartLedger&) = delete;

  /// Intake begins to read here. Counts once for each position in the life of the process.
  Status begin(std::span<const log::Position> positions);
  /// Intake committed progress of the input.
  Status moved(const log::TopicPartition& where);

 private:
  struct Line {
    NextOffset from;
    std::int64_t starts = 0;
    bool own = false;  ///< this process is counted
  };
  Status write() REQUIRES(mutex_);

  const std::string file_;
  Mutex mutex_;
  std::map<log::TopicPartition, Line> lines_ GUARDED_BY(mutex_);
};

}  // namespace turnstream::runtime
