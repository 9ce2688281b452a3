#pragma once
// What estimates of a score are made of (estimates.h): the recipe in single precision. Threads: any; pure.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "recall/ranking/posting_list.h"
#include "recall/ranking/recipe.h"

namespace turnstream::recall {

/// kWindowWeights as parts of one.
inline constexpr auto kWeightsOfOne = [] {
  std::array<float, kWindowWeights.size()> weights{};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = static_cast<float>(kWindowWeights[i]) / static_cast<float>(kWindowOne);
  }
  return weights;
}();

/// What a count adds: factor · count / (count + norm), where the norm is base + slope · length. It is below the factor.
struct Curve {
  float factor = 0;
  float base = 0;
  float slope = 0;

  [[nodiscard]] float at(float count, float length) const { return factor * count / (count + base + slope * length); }
};

/// Whether the neighbours of the message are those with the numbers around its own. `session`: of each message.
[[nodiscard]] inline bool is_amid_session(const std::vector<std::uint32_t>& session, MessageNumber number) {
  if (number < kNeighbours || number + kNeighbours >= session.size()) {
    return false;
  }
  const std::uint32_t* const first = session.data() + number - kNeighbours;
  std::uint32_t others = 0;
  for (std::size_t i = 0; i < kWeightsOfOne.size(); ++i) {
    others |= first[i] ^ session[number];
  }
  return others == 0;
}

}  // namespace turnstream::recall
