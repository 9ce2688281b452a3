#pragma once
// Schedule: one simulated life of a pipeline, wholly determined by its seed: which processes exist, what is sent, when
// time moves, what fails and who dies. It runs the real runtime over the product's stages, or the reference stages, on
// the embedded cluster, then an undisturbed replay of the log it left, and checks what must always hold.
// Threads: one.

#include <cstdint>
#include <optional>
#include <string>

#include "tests/simulation/site_parts.h"

namespace turnstream::simulation {

struct ScheduleReport {
  std::optional<std::string> complaint;  ///< what was wrong
  int crashes = 0;
  int steps = 0;
  int log_records = 0;
};

ScheduleReport run_schedule(std::uint64_t seed, StageKind kind);

}  // namespace turnstream::simulation
