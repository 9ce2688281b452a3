#pragma once
// text_vector(): the vector of some texts: the sum of the vectors of their word pieces, in whole numbers. Of one table, equal texts have equal
// vectors on all CPUs: the sums have the order of the texts, and rounding is that of IEEE 754. Threads: any; pure.

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "recall/ranking/vectors/vector_table.h"

namespace turnstream::recall {

/// Its direction alone means something: two texts are compared by the cosine.
struct TextVector {
  std::vector<std::int8_t> values;  ///< the largest number is 127 or −127; all are 0 if no text has a piece
  double length = 0;                ///< the root of the sum of the squares of the values
};

/// The texts stand in a row, as if white space were between them.
[[nodiscard]] TextVector text_vector(const VectorTable& table, std::initializer_list<std::string_view> texts);

}  // namespace turnstream::recall
