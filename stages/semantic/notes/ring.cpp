#include "stages/semantic/notes/ring.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "stages/common/notes/choice.h"

namespace turnstream::semantic {
namespace {

constexpr std::int64_t kHopeless = notes::kRepetitionMax + notes::kRepetitionMax / 2;

/// The place of the first stem of the ring that is not below this one.
std::size_t place_of(const Ring& ring, notes::Stem stem) {
  const auto found = std::lower_bound(ring.stems.begin(), ring.stems.end(), stem,
                                      [](const RingStem& one, notes::Stem wanted) { return one.stem < wanted; });
  return static_cast<std::size_t>(found - ring.stems.begin());
}

bool has_stem_at(const Ring& ring, std::size_t place, notes::Stem stem) {
  return place < ring.stems.size() && ring.stems[place].stem == stem;
}

/// The stems of the units that the ring does not have, in ascending order, each once.
notes::Stems new_stems(const Ring& ring, const std::vector<NewUnit>& joining) {
  notes::Stems fresh;
  for (const NewUnit& one : joining) {
    std::copy_if(one.stems.begin(), one.stems.end(), std::back_inserter(fresh),
                 [&ring](notes::Stem stem) { return !has_stem_at(ring, place_of(ring, stem), stem); });
  }
  std::sort(fresh.begin(), fresh.end());
  fresh.erase(std::unique(fresh.begin(), fresh.end()), fresh.end());
  return fresh;
}

/// Adds stems that the ring does not have. `fresh` is in ascending order.
void add_stems(Ring& ring, const notes::Stems& fresh) {
  std::vector<RingStem> all;
  all.reserve(ring.stems.size() + fresh.size());
  std::vector<std::uint32_t> place_now(ring.stems.size());
  auto next = fresh.begin();
  for (std::size_t i = 0; i < ring.stems.size(); ++i) {
    for (; next != fresh.end() && *next < ring.stems[i].stem; ++next) {
      all.push_back({*next, Ring::kNotCounted});
    }
    place_now[i] = static_cast<std::uint32_t>(all.size());
    all.push_back(ring.stems[i]);
  }
  for (; next != fresh.end(); ++next) {
    all.push_back({*next, Ring::kNotCounted});
  }
  ring.stems = std::move(all);
  for (std::uint32_t& place : ring.places) {
    place = place_now[place];
  }
}

/// Makes the counts of the ring's stems those of the statistics.
void count_stems(Ring& ring, const notes::WordStatistics& statistics, const Counted& counted) {
  const bool follows = ring.counted == counted.messages_before && !statistics.stems_left();
  if (follows) {
    for (const notes::Stem stem : counted.stems) {
      const std::size_t place = place_of(ring, stem);
      if (has_stem_at(ring, place, stem) && ring.stems[place].holding != Ring::kNotCounted) {
        ++ring.stems[place].holding;
      }
    }
  }
  for (RingStem& one : ring.stems) {
    if (!follows || one.holding == Ring::kNotCounted) {
      one.holding = statistics.holding(one.stem);
    }
  }
  ring.counted = statistics.messages();
}

std::span<const double> rarities_of(const Ring& ring, const RingUnit& unit) {
  return std::span(ring.rarities).subspan(unit.first_stem, unit.stems);
}

/// Moves the units for which `leaves(place)` is true from the ring to `dropped`.
template <typename Leaves>
void drop_if(Ring& ring, std::vector<RingUnit>& dropped, Leaves leaves) {
  std::vector<RingUnit> kept;
  kept.reserve(ring.units.size());
  for (std::size_t i = 0; i < ring.units.size(); ++i) {
    (leaves(i) ? dropped : kept).push_back(std::move(ring.units[i]));
  }
  ring.units = std::move(kept);
}

}  // namespace

bool has_stems(const Ring& ring, const RingUnit& unit, const notes::Stems& stems) {
  return unit.stems == stems.size() &&
         std::equal(stems.begin(), stems.end(), ring.places.begin() + static_cast<std::ptrdiff_t>(unit.first_stem),
                    [&ring](notes::Stem stem, std::uint32_t place) { return ring.stems[place].stem == stem; });
}

void join(Ring& ring, const std::vector<NewUnit>& joining) {
  if (const notes::Stems fresh = new_stems(ring, joining); !fresh.empty()) {
    add_stems(ring, fresh);
  }
  for (const NewUnit& one : joining) {
    RingUnit& unit = ring.units.emplace_back(one.unit);
    unit.first_stem = ring.places.size();
    unit.stems = one.stems.size();
    for (const notes::Stem stem : one.stems) {
      ring.places.push_back(static_cast<std::uint32_t>(place_of(ring, stem)));
    }
  }
}

void rescore(Ring& ring, const notes::WordStatistics& statistics, const Counted& counted) {
  count_stems(ring, statistics, counted);
  notes::Rarities rarities(statistics);
  std::vector<double> of_stems;
  of_stems.reserve(ring.stems.size());
  for (const RingStem& one : ring.stems) {
    of_stems.push_back(rarities.of_holding(one.holding));
  }
  ring.rarities.resize(ring.places.size());
  std::transform(ring.places.begin(), ring.places.end(), ring.rarities.begin(),
                 [&of_stems](std::uint32_t place) { return of_stems[place]; });
  for (RingUnit& unit : ring.units) {
    unit.score = unit.rest + notes::score_of_rarities(rarities_of(ring, unit), unit.words);
  }
}

std::vector<RingUnit> drop_hopeless(Ring& ring, std::size_t best) {
  std::vector<RingUnit> dropped;
  std::vector<std::int64_t> scores;
  for (const RingUnit& unit : ring.units) {
    scores.push_back(unit.score);
  }
  if (best > 0 && scores.size() > best) {
    const auto last = scores.begin() + static_cast<std::ptrdiff_t>(best) - 1;
    std::nth_element(scores.begin(), last, scores.end(), std::greater<>());
    const std::int64_t lowest = *last - kHopeless;
    drop_if(ring, dropped, [&](std::size_t place) { return ring.units[place].score < lowest; });
  }
  if (ring.units.size() > Ring::kUnitsMax) {
    std::vector<std::pair<std::int64_t, std::uint64_t>> order;  // the lowest score first, of equal ones the newest
    for (const RingUnit& unit : ring.units) {
      order.emplace_back(unit.score, ~unit.number);
    }
    const auto first_kept = order.begin() + static_cast<std::ptrdiff_t>(order.size() - Ring::kUnitsMax);
    std::nth_element(order.begin(), first_kept, order.end());
    const auto lowest = *first_kept;
    drop_if(ring, dropped,
            [&](std::size_t place) { return std::pair(ring.units[place].score, ~ring.units[place].number) < lowest; });
  }
  return dropped;
}

std::vector<std::size_t> best_places(const Ring& ring, std::size_t best) {
  std::vector<notes::WeighedUnit> units;
  units.reserve(ring.units.size());
  for (const RingUnit& unit : ring.units) {
    units.push_back({unit.score, std::span(ring.places).subspan(unit.first_stem, unit.stems), rarities_of(ring, unit)});
  }
  std::vector<std::size_t> places = notes::best_units(units, ring.stems.size(), best);
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace turnstream::semantic
