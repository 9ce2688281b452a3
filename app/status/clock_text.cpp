#include "app/status/clock_text.h"

#include <cstdlib>
#include <utility>

#include "app/status/look.h"
#include "app/status/screen.h"

namespace turnstream::app {
namespace {

/// Log time may be ahead of intake's clock by this without being named: a wall clock that NTP has set back.
constexpr std::int64_t kAheadMsMax = 600'000;

}  // namespace

std::vector<std::string> clock_problems(const ProcessStatus& status) {
  std::vector<std::string> problems;
  const std::string offset = duration_text(std::abs(status.clock_offset_ms));
  if (status.clock == "ahead") {
    problems.push_back("the wall clock is " + offset + " ahead of the clock that intake uses, and log time continues " +
                       "without it" + (status.clock_in_doubt ? "; turns that only the wall clock allows wait" : "") +
                       ". If the wall clock is wrong, set it; if it is right: `turnstream clock --accept`");
  } else if (status.clock == "behind") {
    problems.push_back(
        "the wall clock is " + offset +
        " behind the clock that intake uses; log time continues at nine tenths of the pace until the wall "
        "clock has caught up");
  }
  if (std::string problem = log_time_problem(status.log_time_ahead_ms); !problem.empty()) {
    problems.push_back(std::move(problem));
  }
  return problems;
}

Result<std::vector<std::string>> clock_problems_in(const std::string& state_directory) {
  TS_ASSIGN_OR_RETURN(const std::vector<Target> targets, registered_targets(state_directory));
  std::vector<std::string> problems;
  for (const Look& look : look_at(targets, SystemClock())) {
    for (const std::string& problem : clock_problems(look.status)) {
      problems.push_back(look.status.instance + ": " + problem);
    }
  }
  return problems;
}

std::string log_time_problem(std::int64_t ahead_ms) {
  if (ahead_ms <= kAheadMsMax) {
    return {};
  }
  return "log time is " + duration_text(ahead_ms) +
         " ahead of the clock: this clock is behind, or an earlier run had a wrong clock. Memory may not age until the clock "
         "has caught up. \"Clocks\" in docs/operating.md says what to do";
}

}  // namespace turnstream::app
