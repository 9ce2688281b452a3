#include "stages/semantic/notes/ring.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "stages/common/notes/choice.h"

namespace turnstream::semantic {
namespace {

constexpr std::int64_t kHopeless = notes::kRepetitionMax + notes::kRepetitionMax / 2;

/// Finds the stems of a ring: a table with open addressing, because a turn looks up all that it says.
class StemIndex {
 public:
  /// `more`: how many stems add() can add.
  StemIndex(std::vector<RingStem>& stems, std::size_t more)
      : stems_(stems), slots_(std::bit_ceil(2 * (stems.size() + more) + 1), kFree) {
    for (std::uint32_t place = 0; place < stems_.size(); ++place) {
      slots_[slot_of(stems_[place].stem)] = place;
    }
  }

  /// The place of the stem; kFree if the ring does not have it.
  [[nodiscard]] std::uint32_t find(notes::Stem stem) const { return slots_[slot_of(stem)]; }
  /// The same; a stem that the ring does not have is added.
  std::uint32_t add(notes::Stem stem) {
    std::uint32_t& slot = slots_[slot_of(stem)];
    if (slot == kFree) {
      slot = static_cast<std::uint32_t>(stems_.size());
      stems_.push_back({stem, 0});
    }
    return slot;
  }

  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

 private:
  /// The slot in which the stem stands or would stand.
  [[nodiscard]] std::size_t slot_of(notes::Stem stem) const {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
    constexpr int kHighHalf = 32;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (static_cast<std::uint64_t>(stem) * kGolden >> kHighHalf) & mask;
    while (slots_[at] != kFree && stems_[slots_[at]].stem != stem) {
      at = (at + 1) & mask;
    }
    return at;
  }

  std::vector<RingStem>& stems_;
  std::vector<std::uint32_t> slots_;
};

void join(Ring& ring, const std::vector<NewUnit>& joining, StemIndex& index) {
  for (const NewUnit& one : joining) {
    RingUnit& unit = ring.units.emplace_back(one.unit);
    unit.first_stem = ring.places.size();
    unit.stems = one.stems.size();
    for (const notes::Stem stem : one.stems) {
      ring.places.push_back(index.add(stem));
    }
  }
}

/// Makes the counts of the ring's stems those of the statistics. The first `known` stems were in the ring before.
void count_stems(Ring& ring, std::size_t known, const StemIndex& index, const notes::WordStatistics& statistics,
                 const Counted& counted) {
  if (ring.counted != counted.messages_before || statistics.stems_left()) {
    known = 0;
  }
  for (const notes::Stem stem : counted.stems) {
    if (const std::uint32_t place = index.find(stem); place < known) {
      ++ring.stems[place].holding;
    }
  }
  for (std::size_t place = known; place < ring.stems.size(); ++place) {
    ring.stems[place].holding = statistics.holding(ring.stems[place].stem);
  }
  ring.counted = statistics.messages();
}

std::span<const double> rarities_of(const Ring& ring, const RingUnit& unit) {
  return std::span(ring.rarities).subspan(unit.first_stem, unit.stems);
}

/// Moves the units for which `leaves(place)` is true from the ring to `dropped`.
template <typename Leaves>
void drop_if(Ring& ring, std::vector<RingUnit>& dropped, Leaves leaves) {
  std::size_t first = 0;
  while (first < ring.units.size() && !leaves(first)) {
    ++first;
  }
  if (first == ring.units.size()) {
    return;  // None leaves, as after most turns.
  }
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

void hear(Ring& ring, const std::vector<NewUnit>& joining, const notes::WordStatistics& statistics,
          const Counted& counted) {
  const std::size_t known = ring.stems.size();
  const std::size_t more = std::accumulate(joining.begin(), joining.end(), std::size_t{0},
                                           [](std::size_t sum, const NewUnit& one) { return sum + one.stems.size(); });
  StemIndex index(ring.stems, more);
  join(ring, joining, index);
  count_stems(ring, known, index, statistics, counted);
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
  scores.reserve(ring.units.size());
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
