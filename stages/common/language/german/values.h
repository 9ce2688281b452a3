#pragma once
// German values: the words of a German clause that are the value of its statement (german/rows.h). Threads: any; pure.

#include <cstddef>

#include "stages/common/language/german/rows.h"
#include "stages/common/language/sentences.h"

namespace turnstream::language {

/// The words [begin, end) of a sentence; `behind` is the index behind all words that belong to them: of "34 Jahre alt" the value is "34".
struct GermanValue {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t behind = 0;

  [[nodiscard]] bool empty() const { return begin == end; }
};

/// The value of this shape that begins at `at`; empty if there is none.
[[nodiscard]] GermanValue german_value_at(Sentence sentence, std::size_t at, GermanShape shape);

}  // namespace turnstream::language
