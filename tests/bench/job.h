#pragma once
// ReferenceJob: the job by which runtimes are compared, on a real broker: turns of 2.9 KB of 1,000 personas in 4
// partitions of the log; six stages in three phases, each with 4 gets and 6 puts of 300 bytes, a changelog, and a
// completion of 1 KB a turn. Backlog: all turns are there before the stages start. Paced: turns arrive at a rate, and
// the time from sending a turn to reading its last phase-3 completion, read committed, is its latency. CopyLoop: the
// floor: the same turns read and written to one topic in transactions, nothing else. Threads: one drives; the pipeline
// has its own.

#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/log/client.h"
#include "tests/bench/thread_times.h"

namespace turnstream::bench {

struct JobConfig {
  std::string grouping = "fused";
  int turns = 20'000;
  int personas = 1'000;
  std::int32_t partitions = 4;
  int workers = 1;
  int rate = 0;  ///< turns a second; 0 = backlog
  std::string state_folder;
};

struct JobReport {
  double seconds = 0;
  ThreadTimes cpu;
  std::int64_t resident_bytes = 0;
  std::vector<std::int64_t> latencies_us;  ///< paced: sorted
};

Result<JobReport> run_reference_job(log::Client& client, const JobConfig& config);
Result<JobReport> run_copy_loop(log::Client& client, const JobConfig& config);

/// One turn of about 2.9 KB; the number makes id and texts distinct.
std::string make_turn(int number, int personas);

}  // namespace turnstream::bench
