#pragma once
// Sentences, and where in them a clause begins that its speaker asserts. Questions, hypotheses and what somebody else
// said or thought begin none; nor does a sentence that a laugh or a "just kidding" takes back. Threads: any; pure.
// Lifetime: borrows the words.

#include <cstddef>
#include <span>
#include <vector>

#include "stages/common/language/words.h"

namespace turnstream::language {

using Sentence = std::span<const Word>;  ///< without the mark that ends it

struct ClauseStart {
  std::size_t at = 0;        ///< index of its first word
  bool after_comma = false;  ///< may as well be a part of a list: only a pronoun surely begins a clause there
};

/// The sentences that are no questions and no jokes, in order.
[[nodiscard]] std::vector<Sentence> asserted_sentences(const Words& words);

[[nodiscard]] std::vector<ClauseStart> clause_starts(Sentence sentence);

}  // namespace turnstream::language
