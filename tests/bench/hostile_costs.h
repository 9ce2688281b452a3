#pragma once
// HostileCosts: whether any turn can be made dear: 100,000 hostile turns of one persona (hostile_turns.h), CPU per
// byte of the record, against that of the median ordinary turn. Each turn's time is the least of three runs of the
// whole sequence, from nothing each time, so that the state before it is the same. A record shorter than the median
// ordinary one counts as that long: what any record costs, however short, is no growth with its bytes.
// Threads: the caller's.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/bench/stage_host.h"

namespace turnstream::bench {

inline constexpr double kHostileFactorMax = 5;

/// Of one stage, or of all together.
struct HostileCost {
  std::string stage;
  double ordinary_ns_per_byte = 0;  ///< the median ordinary turn's
  double worst_ns_per_byte = 0;
  std::string worst;                            ///< the turn, in words
  std::map<std::string, double> worst_of_kind;  ///< ns a byte, by kind of turn
  StageHost::Size size;                         ///< of the persona afterwards

  [[nodiscard]] double factor() const { return worst_ns_per_byte / ordinary_ns_per_byte; }
};

struct HostileReport {
  std::size_t turns = 0;
  std::size_t bytes = 0;
  std::vector<HostileCost> stages;
  HostileCost all;
};

/// `runs` of `turns` turns.
[[nodiscard]] HostileReport measure_hostile(std::size_t turns, int runs);

}  // namespace turnstream::bench
