#pragma once
// RuleCosts: measures the CPU time of each group of rules for a turn, as pure functions on the same generated turns.
// The rest of a stage's time is the time for its rows. Threads: the caller's.

#include <string>
#include <vector>

namespace turnstream::bench {

struct RuleCost {
  std::string stage;  ///< the name of a stage, or "language" for rules that several stages call
  std::string rules;
  double us_per_turn = 0;
};

[[nodiscard]] std::vector<RuleCost> measure_rules();

}  // namespace turnstream::bench
