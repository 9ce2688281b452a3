#pragma once
// Schedule: one simulated run of a pipeline. The seed decides everything: which processes exist, what is sent, when
// time moves, which calls fail and which processes crash. The run uses the real runtime with the product's stages or
// with the reference stages, on the embedded cluster. Then the log is replayed without faults, and the Observer checks
// both.
// Threads: one.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "tests/simulation/site_parts.h"

namespace turnstream::simulation {

struct ScheduleReport {
  std::optional<std::string> complaint;  ///< the first error, as a sentence; absent if there is none
  int crashes = 0;
  int steps = 0;
  int log_records = 0;
  int requests = 0;                 ///< to the outside world
  std::array<int, 5> answers = {};  ///< good, late, second ones, with another hash, to unknown requests
};

ScheduleReport run_schedule(std::uint64_t seed, StageKind kind);

}  // namespace turnstream::simulation
