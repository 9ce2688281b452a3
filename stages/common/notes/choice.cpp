#include "stages/common/notes/choice.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace turnstream::notes {
namespace {

constexpr double kRepetitionPenalty = static_cast<double>(kRepetitionMax) / static_cast<double>(kScoreOne);

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

/// A unit that is not chosen yet.
struct Candidate {
  std::int64_t value = 0;  ///< its value when `round` units were chosen
  std::size_t unit = 0;
  std::size_t round = 0;

  /// Whether the other is chosen before this one, if both values hold.
  bool operator<(const Candidate& other) const {
    return value != other.value ? value < other.value : unit > other.unit;
  }
};

std::int64_t value_of(const WeighedUnit& unit, const std::vector<char>& chosen_stems) {
  double repeated = 0;
  double whole = 0;
  for (std::size_t i = 0; i < unit.stems.size(); ++i) {
    whole += unit.rarities[i];
    if (chosen_stems[unit.stems[i]] != 0) {
      repeated += unit.rarities[i];
    }
  }
  const double score = static_cast<double>(unit.score) / static_cast<double>(kScoreOne);
  return rounded_score(score - kRepetitionPenalty * repeated / (whole == 0 ? 1 : whole));
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
  std::size_t size = 0;
  for (const ScoredUnit& unit : units) {
    size += unit.stems.size();
  }
  std::vector<std::uint32_t> numbers;
  numbers.reserve(size);  // The spans below point into it.
  std::vector<WeighedUnit> weighed;
  weighed.reserve(units.size());
  for (const ScoredUnit& unit : units) {
    const std::size_t first = numbers.size();
    for (const Stem stem : unit.stems) {
      numbers.push_back(static_cast<std::uint32_t>(std::lower_bound(all.begin(), all.end(), stem) - all.begin()));
    }
    weighed.push_back({unit.score, std::span(numbers).subspan(first), unit.rarities});
  }
  return best_units(weighed, all.size(), units_max);
}

/// A value only falls as more units are chosen. So a value that was computed before is a bound, and if the highest one of all is
/// up to date, its unit is the best: most units are looked at only once.
std::vector<std::size_t> best_units(std::span<const WeighedUnit> units, std::size_t stems, std::size_t units_max) {
  std::vector<char> chosen_stems(stems, 0);
  std::vector<Candidate> rest;
  rest.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    rest.push_back({units[i].score, i, 0});  // Nothing is repeated yet.
  }
  std::make_heap(rest.begin(), rest.end());
  std::vector<std::size_t> chosen;
  while (!rest.empty() && chosen.size() < units_max) {
    std::pop_heap(rest.begin(), rest.end());
    Candidate& best = rest.back();
    if (best.round < chosen.size()) {
      best.value = value_of(units[best.unit], chosen_stems);
      best.round = chosen.size();
      std::push_heap(rest.begin(), rest.end());
      continue;
    }
    chosen.push_back(best.unit);
    for (const std::uint32_t stem : units[best.unit].stems) {
      chosen_stems[stem] = 1;
    }
    rest.pop_back();
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
