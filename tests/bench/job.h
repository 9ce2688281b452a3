#pragma once
// ReferenceJob: the job that compares runtimes, on a real broker. 1,000 personas send turns of 2.9 KB to a log of 4
// partitions. Six reference stages in three phases each do 4 gets and 6 puts of 300 bytes a turn and write a changelog
// and a completion of 1 KB. Backlog: all turns are in the log before the stages start. Paced: after the backlog, turns
// arrive at a rate; the latency of a turn is the time from the moment at which it is due to reading its last phase-3
// completion, read committed. CopyLoop: the least possible work, for comparison: reads the same turns and writes them to
// one topic in transactions. Threads: one drives; the pipeline has its own.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pipeline/log/client.h"
#include "tests/bench/thread_times.h"

namespace turnstream::bench {

struct JobConfig {
  std::string grouping = "fused";
  int personas = 1'000;
  std::int32_t partitions = 4;
  int workers = 1;
  int warm = 0;        ///< turns that are processed before the measured ones, so that there is state
  int turns = 20'000;  ///< turns of the backlog; 0: none
  int paced = 0;       ///< turns that arrive at a rate
  int settle = 0;      ///< the first of the paced turns, whose latencies do not count
  int rate = 50;       ///< paced turns a second, above 0
  std::string state_folder;
};

struct Measured {
  double seconds = 0;
  ThreadTimes cpu;
};

struct JobReport {
  Measured backlog;
  Measured paced;
  std::int64_t resident_bytes = 0;         ///< after the backlog
  std::int64_t transactions = 0;           ///< of all workers in the backlog; 0 for the copy loop
  std::vector<std::int64_t> latencies_us;  ///< of the paced turns, sorted
};

/// Told where a measured part begins and ends: "backlog", "backlog_end", "paced", "paced_end".
using Mark = std::function<void(const char*)>;

/// Both delete their topics when all is done.
Result<JobReport> run_reference_job(log::Client& client, const JobConfig& config, const Mark& mark);
Result<JobReport> run_copy_loop(log::Client& client, const JobConfig& config, const Mark& mark);

}  // namespace turnstream::bench
