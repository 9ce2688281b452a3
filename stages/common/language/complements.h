#pragma once
// Complements: what a clause says behind the value of a statement: where, with whom, to what end. "I visited a travel agency to
// see what a flight costs, and …" has the statement user · visited · a travel agency and the complement "to see what a flight
// costs". It is not part of the statement, which stays the same without it, but of the sentence that people read. Threads: any; pure.

#include <cstddef>
#include <string>

#include "stages/common/language/sentences.h"
#include "stages/common/language/statements.h"

namespace turnstream::language {

/// A statement and its complement have together at most so many words.
inline constexpr std::size_t kStatedWordsMax = 20;

/// The complement of a statement of "user" or "we" that is one of the English sentence, as written; empty if there is none. It is the
/// parts behind the value up to a mark, "and" or another clause, each of which begins with a preposition, "to" or "who":
/// - none with a word that needs the conversation or has another speaker ("to help me", "with it"), and none behind such a part;
/// - of times only those that stay true: "every morning", of an event "in 2019", but not "last Friday" or "for two years".
[[nodiscard]] std::string complement_of(Sentence sentence, const Statement& statement);

}  // namespace turnstream::language
