#pragma once
// Commands: whether a word begins an order, by what stands before it. In "when you book trains for me always take the coach" that
// is "always", not "book", whose subject is "you". A position is the index of a word in the sentence. Threads: any; pure.

#include <cstddef>
#include <cstdint>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

enum class Command : std::uint8_t {
  kVerb,     ///< a verb of order_verbs.h
  kAny,      ///< also "always", "never", "only" or "don't" with such a verb, "please", "stop …-ing", "no", "nothing"
  kMain,     ///< kAny, but not behind a plural, which can be its subject: "if the tests run"
  kLasting,  ///< "always", "never", "only" or "don't" with such a verb
};

/// Whether a clause can begin at the word: at the start, behind punctuation, or behind "and", "please", "well".
[[nodiscard]] bool begins_clause(Sentence sentence, std::size_t at);
/// Whether an order begins at the word. `at` may be the end of the sentence.
[[nodiscard]] bool is_command(Sentence sentence, std::size_t at, Command command);
/// Whether one of the next four words is a verb of order_verbs.h. It is cheap, so that rules ask it first. Precondition: `at` is
/// a word of the sentence.
[[nodiscard]] bool is_near_order(Sentence sentence, std::size_t at);
/// A word in -s that can be a plural: "meetings".
[[nodiscard]] bool is_plural(const Word& word);

}  // namespace turnstream::language
