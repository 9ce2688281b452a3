#pragma once
// HostileCosts: checks that no turn is much more expensive than an ordinary one. It measures the CPU time per byte of
// 100,000 hostile turns of one persona (hostile_turns.h) and compares it with that of the median ordinary turn. The
// time of a turn is the shortest of three runs of the whole sequence; each run starts without state. A record shorter
// than the median ordinary one counts as that long, because the fixed cost of a record does not grow with its bytes.
// Threads: the caller's.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/bench/stage_host.h"

namespace turnstream::bench {

inline constexpr double kHostileFactorMax = 5;

/// The costs of one stage, or of all stages together.
struct HostileCost {
  std::string stage;
  double ordinary_ns_per_byte = 0;  ///< of the median ordinary turn
  double worst_ns_per_byte = 0;
  std::string worst;                            ///< a description of that turn
  std::map<std::string, double> worst_of_kind;  ///< ns a byte, by kind of turn
  StageHost::Size size;                         ///< of the state of the persona at the end

  [[nodiscard]] double factor() const { return worst_ns_per_byte / ordinary_ns_per_byte; }
};

struct HostileReport {
  std::size_t turns = 0;
  std::size_t bytes = 0;
  std::vector<HostileCost> stages;
  HostileCost all;
};

/// Measures `runs` runs of `turns` turns.
[[nodiscard]] HostileReport measure_hostile(std::size_t turns, int runs);

}  // namespace turnstream::bench
