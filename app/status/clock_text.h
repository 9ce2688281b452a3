#pragma once
// What `status`, `clock` and `doctor` say about the clocks of a process. Threads: any.

#include <cstdint>
#include <string>
#include <vector>

#include "app/status/process_status.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// A sentence with advice for each problem of the clock or of log time; none if all is well.
std::vector<std::string> clock_problems(const ProcessStatus& status);

/// The problems that the processes registered in the state directory report, each with the instance's name.
Result<std::vector<std::string>> clock_problems_in(const std::string& state_directory);
/// The sentence if log time is further ahead of the clock than a clock that NTP sets can explain; else empty.
std::string log_time_problem(std::int64_t ahead_ms);

}  // namespace turnstream::app
