#include "recall/ranking/vectors/text_vector.h"

#include <algorithm>
#include <cmath>

namespace turnstream::recall {
namespace {

constexpr double kLargest = 127;

/// To the nearest whole number, half to even, as std::nearbyint() does, but several numbers at once: next to 1.5 · 2⁵² a double has no
/// bits behind the point. Precondition: |number| < 2⁵¹.
double rounded(double number) {
  constexpr double kNoFraction = 0x1.8p52;
  return (number + kNoFraction) - kNoFraction;
}

}  // namespace

void VectorSum::add(std::span<const std::int8_t> values, double scale) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums_[i] += scale * values[i];
  }
}

TextVector VectorSum::vector() const {
  double largest = 0;
  for (const double sum : sums_) {
    largest = std::max(largest, std::abs(sum));
  }
  TextVector made;
  made.values.resize(sums_.size());
  if (largest == 0) {
    return made;
  }
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    made.values[i] = static_cast<std::int8_t>(static_cast<std::int32_t>(rounded(sums_[i] * kLargest / largest)));
  }
  std::int32_t squares = 0;
  for (const std::int8_t value : made.values) {
    squares += value * value;
  }
  made.scale = largest / kLargest;
  made.length = std::sqrt(static_cast<double>(squares));
  return made;
}

TextVector text_vector(const VectorTable& table, std::initializer_list<std::string_view> texts,
                       IsStopWord is_stop_word) {
  VectorSum sum(table.dimensions());
  for (const std::string_view text : texts) {
    for (const PieceNumber piece : content_pieces(table, text, is_stop_word)) {
      sum.add(table.row(piece), static_cast<double>(table.scale(piece)));
    }
  }
  return sum.vector();
}

}  // namespace turnstream::recall
