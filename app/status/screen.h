#pragma once
// The screen of `status`: a report as tables (at most 100 columns if cells fit), or as JSON. Threads: pure functions.

#include <string>

#include "app/status/report.h"

namespace turnstream::app {

/// The report as tables, followed by problems. Each line ends with a newline.
std::string screen_of(const StatusReport& report);
/// The report as one JSON document without a newline.
std::string json_of(const StatusReport& report);

// the number formats of the screen
std::string count_text(std::int64_t count);        ///< 12,345; from a million 3.4M
std::string bytes_text(std::int64_t bytes);        ///< 142 MiB
std::string duration_text(std::int64_t ms);        ///< 3d 4h, 2h 3m, 12m 5s, 4s
std::string rate_text(double per_second);          ///< 0, 0.4, 250
std::string commit_text(const StageSummary& row);  ///< 2.1 / 9.8 ms: median / p99, of recent commits if any

}  // namespace turnstream::app
