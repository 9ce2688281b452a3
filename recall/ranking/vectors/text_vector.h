#pragma once
// text_vector(): the vector of some texts: the sum of the vectors of the word pieces that say what they are about, in whole numbers. Of one table,
// equal texts have equal vectors on all CPUs: the sums have the order of the texts, and rounding is that of IEEE 754. VectorSum adds vectors;
// VectorIndex adds those of neighbours with it. Threads: the functions any, they are pure; a sum one at a time.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "recall/ranking/vectors/vector_table.h"
#include "recall/ranking/vectors/word_pieces.h"

namespace turnstream::recall {

/// Its direction alone means something when two texts are compared: by the cosine.
struct TextVector {
  std::vector<std::int8_t> values;  ///< the largest number is 127 or −127; all are 0 if no text has a piece
  double scale = 0;                 ///< the sum of the pieces is nearly values · scale
  double length = 0;                ///< the root of the sum of the squares of the values
};

class VectorSum {
 public:
  explicit VectorSum(std::size_t dimensions) : sums_(dimensions) {}

  /// Precondition: as many values as dimensions.
  void add(std::span<const std::int8_t> values, double scale);
  [[nodiscard]] TextVector vector() const;

 private:
  std::vector<double> sums_;
};

/// The texts stand in a row, as if white space were between them.
[[nodiscard]] TextVector text_vector(const VectorTable& table, std::initializer_list<std::string_view> texts,
                                     IsStopWord is_stop_word = nullptr);

}  // namespace turnstream::recall
