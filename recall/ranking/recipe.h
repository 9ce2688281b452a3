#pragma once
// The numbers of recipe L11, the ranking of messages. They were fitted together on the development half of LoCoMo (Maharana
// et al., 2024), so they are not settings; QuerySums and Ranker use them. Threads: any; constants.

#include <array>
#include <cstddef>
#include <cstdint>

#include "recall/ranking/bm25.h"

namespace turnstream::recall {

inline constexpr Saturation kMessageSaturation{.9, .4};
inline constexpr Saturation kSessionSaturation{1.2, .75};

/// How many neighbours on each side lend a message their terms and their length.
inline constexpr std::size_t kNeighbours = 4;
/// Window weights are whole numbers of 10⁻⁴, so that sums and averages are exact.
inline constexpr std::uint64_t kWindowOne = 10'000;
/// What a neighbour lends, from kNeighbours places earlier in the session to kNeighbours later: .7 to the power of the
/// distance if it is earlier, .6 if it is later.
inline constexpr std::array<std::uint64_t, 2 * kNeighbours + 1> kWindowWeights{2401, 3430, 4900, 7000, kWindowOne,
                                                                               6000, 3600, 2160, 1296};

struct RecipeWeights {
  double window = 9;
  double prefix = 3.5;
  double bigram = 3;
  double session = 3;
  double reply = 4.5;
  double first = .7;
  double question = -.8;
  double first_person = .7;
  double speaker = 1;
  double date = 2.5;
  double when = 1.75;
  double vector = 8.25;  ///< of the cosine, if messages have vectors; the others were fitted without them
};
inline constexpr RecipeWeights kWeights;

/// The sum of the rarities of a query's terms, by which scores are divided, is at least this.
inline constexpr double kRaritySumMin = 1e-6;

}  // namespace turnstream::recall
