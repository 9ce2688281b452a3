#pragma once
// RuleCosts: what each group of rules costs a turn, as pure functions on the same generated turns. What is left of a
// stage's time is what it does with its rows. Threads: the caller's.

#include <string>
#include <vector>

namespace turnstream::bench {

struct RuleCost {
  std::string stage;  ///< or "language", which several stages call
  std::string rules;
  double us_per_turn = 0;
};

[[nodiscard]] std::vector<RuleCost> measure_rules();

}  // namespace turnstream::bench
