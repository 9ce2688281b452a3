#pragma once
// What tables with open addressing and linear probing share (D. E. Knuth, "The Art of Computer Programming", vol. 3, section
// 6.4, algorithm R). Threads: the table's.

#include <algorithm>
#include <cstddef>
#include <utility>

namespace turnstream::recall {

inline constexpr std::size_t kPlacesMin = 16;

/// Whether another entry would leave less than a fifth of the places free. It is true for a table without places.
[[nodiscard]] constexpr bool is_full(std::size_t used, std::size_t places) {
  return (used + 1) * 5 > places * 4;
}
[[nodiscard]] constexpr std::size_t more_places(std::size_t places) {
  return places + std::max(places / 2, kPlacesMin);
}
/// Whether more than three quarters of the places are free, and fewer would do.
[[nodiscard]] constexpr bool is_mostly_free(std::size_t used, std::size_t places) {
  return used * 4 < places && places > kPlacesMin;
}
[[nodiscard]] constexpr std::size_t fewer_places(std::size_t places) {
  return std::max(places / 2, kPlacesMin);
}

/// The place behind a place; behind the last one it is the first.
[[nodiscard]] constexpr std::size_t next_place(std::size_t place, std::size_t places) {
  return place + 1 == places ? 0 : place + 1;
}

/// Moves later entries forward that stood behind the one at `free`, which was freed, so that a search for them does not end
/// there. `home_of(entry)` is the place where the search for an entry begins.
template <typename Entries, typename IsFree, typename HomeOf>
void close_gap(Entries& entries, std::size_t free, IsFree is_free, HomeOf home_of) {
  const auto behind = [&entries](std::size_t place) { return next_place(place, entries.size()); };
  for (std::size_t place = behind(free); !is_free(entries[place]); place = behind(place)) {
    const std::size_t home = home_of(entries[place]);
    // Whether home is in the row of places behind `free` up to `place`, which may go over the end.
    const bool stays = free <= place ? free < home && home <= place : free < home || home <= place;
    if (!stays) {
      std::swap(entries[free], entries[place]);
      free = place;
    }
  }
}

}  // namespace turnstream::recall
