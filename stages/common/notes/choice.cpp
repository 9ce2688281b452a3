#include "stages/common/notes/choice.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace turnstream::notes {
namespace {

constexpr double kRepetitionPenalty = static_cast<double>(kRepetitionMax) / static_cast<double>(kScoreOne);

struct Candidate {
  std::size_t unit = 0;
  std::vector<std::size_t> stems;  ///< their places in the list of all stems of the session
  double whole = 0;                ///< the sum of all rarities; 1 if it is 0
};

/// The stems of all units in ascending order, each once.
Stems all_stems(std::span<const ScoredUnit> units) {
  Stems all;
  for (const ScoredUnit& unit : units) {
    all.insert(all.end(), unit.stems.begin(), unit.stems.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<Candidate> candidates_of(std::span<const ScoredUnit> units, const Stems& all) {
  std::vector<Candidate> candidates(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    candidates[i].unit = i;
    candidates[i].stems.reserve(units[i].stems.size());
    for (const Stem stem : units[i].stems) {
      const auto place = std::lower_bound(all.begin(), all.end(), stem) - all.begin();
      candidates[i].stems.push_back(static_cast<std::size_t>(place));
    }
    for (const double rarity : units[i].rarities) {
      candidates[i].whole += rarity;
    }
    candidates[i].whole = candidates[i].whole == 0 ? 1 : candidates[i].whole;
  }
  return candidates;
}

std::int64_t value_of(const Candidate& candidate, const ScoredUnit& unit, const std::vector<bool>& chosen_stems) {
  double repeated = 0;
  for (std::size_t i = 0; i < candidate.stems.size(); ++i) {
    if (chosen_stems[candidate.stems[i]]) {
      repeated += unit.rarities[i];
    }
  }
  const double score = static_cast<double>(unit.score) / static_cast<double>(kScoreOne);
  return rounded_score(score - kRepetitionPenalty * repeated / candidate.whole);
}

/// The best unit of each line that has one; `message` is the index of the line.
std::vector<ScoredUnit> best_of_each(std::span<const std::string> lines, const WordStatistics& statistics) {
  std::vector<ScoredUnit> best;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<ScoredUnit> units = score_message(said_in(lines[i]), {}, {}, statistics);
    const auto highest = std::max_element(units.begin(), units.end(),
                                          [](const auto& one, const auto& other) { return one.score < other.score; });
    if (highest != units.end()) {
      highest->message = i;
      best.push_back(std::move(*highest));
    }
  }
  return best;
}

}  // namespace

std::vector<std::size_t> best_units(std::span<const ScoredUnit> units, std::size_t units_max) {
  const Stems all = all_stems(units);
  std::vector<Candidate> rest = candidates_of(units, all);
  std::vector<bool> chosen_stems(all.size(), false);
  std::vector<std::size_t> chosen;
  while (!rest.empty() && chosen.size() < units_max) {
    auto best = rest.begin();
    std::int64_t best_value = value_of(*best, units[best->unit], chosen_stems);
    for (auto one = best + 1; one != rest.end(); ++one) {
      const std::int64_t value = value_of(*one, units[one->unit], chosen_stems);
      if (value > best_value) {
        best = one;
        best_value = value;
      }
    }
    chosen.push_back(best->unit);
    for (const std::size_t stem : best->stems) {
      chosen_stems[stem] = true;
    }
    rest.erase(best);
  }
  return chosen;
}

std::string_view said_in(std::string_view line) {
  const std::size_t colon = line.find(": ");
  return colon == std::string_view::npos ? line : line.substr(colon + 2);
}

std::vector<std::size_t> best_lines(std::span<const std::string> lines, std::size_t lines_max,
                                    const WordStatistics& statistics) {
  const std::vector<ScoredUnit> units = best_of_each(lines, statistics);
  std::vector<std::size_t> best;
  for (const std::size_t index : best_units(units, lines_max)) {
    best.push_back(units[index].message);
  }
  std::sort(best.begin(), best.end());
  return best;
}

}  // namespace turnstream::notes
