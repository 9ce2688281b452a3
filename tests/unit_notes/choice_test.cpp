// The choice of the best units.

#include "stages/common/notes/choice.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <random>

namespace turnstream::notes {
namespace {

/// Each round looks at all units: the rule of choice.h as it stands there.
std::vector<std::size_t> chosen_in_rounds(const std::vector<ScoredUnit>& units, std::size_t units_max) {
  std::vector<std::size_t> chosen;
  Stems stems;
  while (chosen.size() < std::min(units_max, units.size())) {
    std::size_t best = units.size();
    std::int64_t best_value = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      double whole = 0;
      double repeated = 0;
      for (std::size_t at = 0; at < units[i].stems.size(); ++at) {
        whole += units[i].rarities[at];
        const bool known = std::find(stems.begin(), stems.end(), units[i].stems[at]) != stems.end();
        repeated += known ? units[i].rarities[at] : 0;
      }
      const double score = static_cast<double>(units[i].score) / static_cast<double>(kScoreOne);
      const std::int64_t value = rounded_score(score - repeated / (whole == 0 ? 1 : whole));
      const bool is_free = std::find(chosen.begin(), chosen.end(), i) == chosen.end();
      if (is_free && (best == units.size() || value > best_value)) {
        best = i;
        best_value = value;
      }
    }
    chosen.push_back(best);
    stems.insert(stems.end(), units[best].stems.begin(), units[best].stems.end());
  }
  return chosen;
}

std::vector<ScoredUnit> random_units(std::mt19937_64& random) {
  constexpr std::uint64_t kStems = 30;
  std::vector<ScoredUnit> units(random() % 40);
  for (ScoredUnit& unit : units) {
    unit.score = static_cast<std::int64_t>(random() % 8) * kScoreOne / 2;  // Many are equal.
    for (std::uint64_t stem = random() % 4; stem < kStems; stem += 1 + random() % 8) {
      unit.stems.push_back(Stem{stem});
      unit.rarities.push_back(static_cast<double>(1 + stem % 5) / 3);
    }
  }
  return units;
}

}  // namespace

TEST_CASE("the choice is that of rounds which look at all units") {
  constexpr std::uint64_t kSeed = 20261127;
  CAPTURE(kSeed);
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 300; ++round) {
    const std::vector<ScoredUnit> units = random_units(random);
    CHECK(best_units(units, 8) == chosen_in_rounds(units, 8));
  }
}

}  // namespace turnstream::notes
