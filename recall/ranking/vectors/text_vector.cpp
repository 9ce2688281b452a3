#include "recall/ranking/vectors/text_vector.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "recall/ranking/vectors/word_pieces.h"

namespace turnstream::recall {
namespace {

constexpr double kLargest = 127;

void add_scaled(std::span<const std::int8_t> row, double scale, std::vector<double>& sums) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    sums[i] += scale * row[i];
  }
}

}  // namespace

TextVector text_vector(const VectorTable& table, std::initializer_list<std::string_view> texts) {
  std::vector<double> sums(table.dimensions());
  for (const std::string_view text : texts) {
    for (const PieceNumber piece : word_pieces(table, text)) {
      add_scaled(table.row(piece), static_cast<double>(table.scale(piece)), sums);
    }
  }
  double largest = 0;
  for (const double sum : sums) {
    largest = std::max(largest, std::abs(sum));
  }
  TextVector vector;
  vector.values.resize(sums.size());
  if (largest == 0) {
    return vector;
  }
  std::int32_t squares = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const auto value = static_cast<std::int8_t>(std::nearbyint(sums[i] * kLargest / largest));
    vector.values[i] = value;
    squares += value * value;
  }
  vector.length = std::sqrt(static_cast<double>(squares));
  return vector;
}

}  // namespace turnstream::recall
