#include "stages/lifecycle/prefix_code.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <tuple>

namespace turnstream::lifecycle {
namespace {

constexpr std::size_t kLengthMax = 32;

/// The length of each symbol's code.
std::vector<std::uint8_t> code_lengths(const std::vector<std::uint32_t>& weights) {
  using Node = std::tuple<std::uint64_t, std::size_t>;  // weight and number, so that ties have an order
  std::priority_queue<Node, std::vector<Node>, std::greater<>> open;
  std::vector<std::size_t> parents(2 * weights.size() - 1);
  for (std::size_t symbol = 0; symbol < weights.size(); ++symbol) {
    open.emplace(weights[symbol], symbol);
  }
  for (std::size_t number = weights.size(); number < parents.size(); ++number) {
    std::uint64_t weight = 0;
    for (int child = 0; child < 2; ++child) {
      weight += std::get<0>(open.top());
      parents[std::get<1>(open.top())] = number;
      open.pop();
    }
    open.emplace(weight, number);
  }
  std::vector<std::uint8_t> depths(parents.size());
  for (std::size_t number = parents.size() - 1; number-- > 0;) {
    depths[number] = static_cast<std::uint8_t>(depths[parents[number]] + 1);
  }
  depths.resize(weights.size());
  return depths;
}

}  // namespace

PrefixCode::PrefixCode(const std::vector<std::uint32_t>& weights)
    : lengths_(code_lengths(weights)),
      codes_(weights.size()),
      symbols_(weights.size()),
      firsts_(kLengthMax + 2),
      positions_(kLengthMax + 2) {
  std::iota(symbols_.begin(), symbols_.end(), std::uint16_t{0});
  std::stable_sort(symbols_.begin(), symbols_.end(),
                   [this](std::uint16_t a, std::uint16_t b) { return lengths_[a] < lengths_[b]; });
  std::uint32_t code = 0;
  std::uint32_t place = 0;
  for (std::size_t length = 1; length <= kLengthMax; ++length) {
    code <<= 1;
    firsts_[length] = code;
    positions_[length] = place;
    for (; place < symbols_.size() && lengths_[symbols_[place]] == length; ++place) {
      codes_[symbols_[place]] = code++;
    }
  }
  positions_[kLengthMax + 1] = place;
}

std::size_t PrefixCode::read(BitReader& in) const {
  std::uint32_t code = 0;
  for (std::size_t length = 1; length <= kLengthMax; ++length) {
    code = code << 1 | in.bit();
    const std::uint32_t count = positions_[length + 1] - positions_[length];
    if (code - firsts_[length] < count) {
      return symbols_[positions_[length] + (code - firsts_[length])];
    }
  }
  return 0;  // A full code has a symbol for every 32 bits.
}

}  // namespace turnstream::lifecycle
