#pragma once
// Rarity: how much a stem says, by the number of messages that hold it. Threads: any; pure.

#include <cstdint>

namespace turnstream::notes {

/// ln(1 + (messages − holding + ½) / (holding + ½)): the inverse document frequency of Okapi BM25, with 1 + so that it is
/// not negative. `holding`: how many of the messages hold the stem; it is taken as 1 to `messages`.
[[nodiscard]] double rarity(std::uint64_t messages, std::uint64_t holding);

}  // namespace turnstream::notes
