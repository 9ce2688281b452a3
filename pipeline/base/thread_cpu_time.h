#pragma once
// The CPU time of a thread, for measurements. clock.cpp reads it. Threads: any; each its own time.

#include <cstdint>

namespace turnstream {

/// Nanoseconds of CPU that the calling thread has used so far.
[[nodiscard]] std::int64_t thread_cpu_time_ns();

}  // namespace turnstream
