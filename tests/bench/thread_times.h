#pragma once
// ThreadTimes: the CPU time of this process by kind of thread, from /proc/self/task: the threads of librdkafka, the
// workers, and the background threads of the store.
// Threads: any.

#include <cstdint>

namespace turnstream::bench {

struct ThreadTimes {
  std::int64_t worker_us = 0;  ///< the workers, and all other threads that are not named below
  std::int64_t client_us = 0;  ///< librdkafka's own threads
  std::int64_t store_us = 0;   ///< RocksDB's background threads and the threads that hand it batches
  std::int64_t total_us = 0;   ///< of the whole process, ended threads included
};

ThreadTimes thread_times();
ThreadTimes operator-(const ThreadTimes& after, const ThreadTimes& before);

/// Resident memory of this process now, in bytes.
std::int64_t resident_bytes();

}  // namespace turnstream::bench
