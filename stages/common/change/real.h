#pragma once
// Whether a part of a sentence is meant as a fact: not a plan, a wish, a condition, an intention, an "almost", or what others want.
// Threads: any; pure.

#include <cstddef>
#include <span>

#include "stages/common/language/words.h"

namespace turnstream::change {

/// The clause around the word at `at`: [begin, end) between marks, conjunctions and "and" before a new subject.
struct Clause {
  std::size_t begin = 0;
  std::size_t end = 0;
};
[[nodiscard]] Clause clause_at(std::span<const language::Word> sentence, std::size_t at);

/// "We are thinking about Oslo", "I nearly sold it" and "my wife wants me to quit" are not.
[[nodiscard]] bool is_real(std::span<const language::Word> clause);

/// Whether the sentence tells of one occasion, so that "instead" says nothing of what is usual: "Today I had soup instead".
[[nodiscard]] bool is_once(std::span<const language::Word> sentence);

}  // namespace turnstream::change
