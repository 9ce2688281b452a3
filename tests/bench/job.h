#pragma once
// ReferenceJob: the job that compares runtimes, on a real broker. 1,000 personas send turns of 2.9 KB to a log of 4
// partitions. Six reference stages in three phases each do 4 gets and 6 puts of 300 bytes a turn and write a changelog
// and a completion of 1 KB. Backlog: all turns are in the log before the stages start. Paced: turns arrive at a rate;
// the latency of a turn is the time from sending it to reading its last phase-3 completion, read committed. CopyLoop:
// the least possible work, for comparison: reads the same turns and writes them to one topic in transactions.
// Threads: one drives; the pipeline has its own.

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
  int rate = 0;  ///< turns a second; 0 means backlog
  std::string state_folder;
};

struct JobReport {
  double seconds = 0;
  ThreadTimes cpu;
  std::int64_t resident_bytes = 0;
  std::int64_t transactions = 0;  ///< of all workers, those before a paced job begins included; 0 for the copy loop
  std::vector<std::int64_t> latencies_us;  ///< sorted; empty unless paced
};

Result<JobReport> run_reference_job(log::Client& client, const JobConfig& config);
Result<JobReport> run_copy_loop(log::Client& client, const JobConfig& config);

/// One turn of about 2.9 KB, whose id and texts contain the number.
std::string make_turn(int number, int personas);

}  // namespace turnstream::bench
