#pragma once
// Guards of instructions: what looks like an order that outlives the turn and is none. For instructions.cpp. A position is the index
// of a word in the sentence. Threads: any; pure.

#include <cstddef>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

/// Whether one of the words [begin, end) says that an order lasts: "ever", "each", "whenever".
[[nodiscard]] bool says_lasting(Sentence sentence, std::size_t begin, std::size_t end);

/// Whether the words [begin, end) say that the order is for this time only: "today", "not yet", "this mail". "This repo" lasts.
[[nodiscard]] bool is_for_once(Sentence sentence, std::size_t begin, std::size_t end);

/// Whether the word at `at` and the one behind it, before `end`, point at one object or time: "this mail", "this once"; not "this repo".
[[nodiscard]] bool points_at_one(Sentence sentence, std::size_t at, std::size_t end);

/// "That's what the book says", "That's how my aunt did it", "So steht es …", from `begin` on.
[[nodiscard]] bool names_source(Sentence sentence, std::size_t begin);

/// Whether the order [begin, end) is another person's word, or only imagined.
[[nodiscard]] bool is_foreign(Sentence sentence, std::size_t begin, std::size_t end);

/// Whether the order [begin, end) is advice for the life of who hears it, which is a person: "make sure they fit your values".
[[nodiscard]] bool advises(Sentence sentence, std::size_t begin, std::size_t end);

/// "Write a function that …", "Can you implement a parser".
[[nodiscard]] bool asks_for_code(Sentence sentence);

/// Whether [begin, end), whose order begins at `order`, says what code does: "If x > 3 then return y", "If n is negative, raise a
/// ValueError". `code_is_asked_for`: the text asked for code before, so that fewer marks are enough: "if the token is a number, push
/// it".
[[nodiscard]] bool says_code(Sentence sentence, std::size_t begin, std::size_t order, std::size_t end,
                             bool code_is_asked_for);

}  // namespace turnstream::language
