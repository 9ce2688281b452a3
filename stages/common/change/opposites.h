#pragma once
// Opposites: texts about one object that say the opposite of each other in words of opposite senses: "married to Lena" and
// "divorced from Lena", "dislikes phone calls" and "phone calls are fine again". So a sentence is never taken for evidence of
// what it denies. One row for a pair of senses, with an example that a test reads. Threads: any; pure.

#include <span>
#include <string_view>

namespace turnstream::change {

struct OppositeRow {
  std::string_view one;      ///< words, with blanks between them
  std::string_view other;    ///< words of the opposite sense
  std::string_view example;  ///< two sentences, with " => " between them
};
[[nodiscard]] std::span<const OppositeRow> opposite_rows();

/// Whether one text has a word of one sense and the other text one of its opposite, and neither has both; or whether only the
/// later one says that something is as it was before: "again", "wieder".
[[nodiscard]] bool are_opposite(std::string_view known, std::string_view said);

}  // namespace turnstream::change
