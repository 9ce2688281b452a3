#pragma once
// Sentences: splits the words of a text into the sentences that the speaker asserts, and finds where a clause can begin
// in each. Left out are questions, hypotheses ("if …"), reports ("Ann said …"), opinions and jokes. Example: "Hi Tom,
// I moved to Porto and I love it. Do you?" → one sentence, with clauses that start at "I moved" and at "I love".
// Threads: any; pure. Lifetime: borrows the words.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "stages/common/language/words.h"

namespace turnstream::language {

using Sentence = std::span<const Word>;  ///< without the punctuation that ends it

struct ClauseStart {
  std::size_t at = 0;  ///< index of the first word of the clause
  bool after_comma =
      false;  ///< a comma stands before it, so it can also be the next element of a list: "I like tea, coffee"
};

/// Whether a sentence ends before the word: a point, "!", "?", "…", a line break, or a sign outside ASCII that is not a dash
/// ("🙂", "。").
[[nodiscard]] bool ends_sentence(const Word& word);

/// A sentence and the marks behind it that end it.
struct SentenceCut {
  Sentence words;  ///< not empty
  Sentence marks;  ///< empty at the end of a text without a mark

  [[nodiscard]] bool asks() const;
};

/// All sentences of the text, in order. Marks before the first one are left out.
[[nodiscard]] std::vector<SentenceCut> cut_sentences(const Words& words);

/// The sentence as it stands in its text, with the mark that ends it: a view of `text`, of whose words it is one. Precondition: not
/// empty.
[[nodiscard]] std::string_view verbatim(std::string_view text, Sentence sentence);

/// Whether the sentence does not begin as a question does ("what …", "is it …"), and is neither a hypothesis nor a joke.
[[nodiscard]] bool is_meant(Sentence sentence);

/// Of a sentence that ends with a question, the words before that question: "my dog died" of "my dog died, what should I do?".
/// Empty if the whole sentence asks. `tagged`: also before a tag that asks for a yes ("got it?").
[[nodiscard]] Sentence before_question(Sentence sentence, bool tagged);

/// The sentences that are not questions, hypotheses or jokes, in order. A joke of at most four words and marks ("just
/// kidding") also removes the sentence before it.
[[nodiscard]] std::vector<Sentence> asserted_sentences(const Words& words);
/// The same, of what cut_sentences() gives.
[[nodiscard]] std::vector<Sentence> asserted_sentences(std::span<const SentenceCut> cuts);

/// Where a clause that the speaker asserts can begin, in order, for example at the start (behind "oh", "Tom,", "last
/// week"), behind a comma or conjunction, and behind "I wanted to tell you that". No clause begins behind a word of
/// kHypothesis or kReport, unless "to" stands before it or "you" behind "tell": in "I like tea, but Ann said I hate it"
/// the words "I hate it" are not a clause start.
[[nodiscard]] std::vector<ClauseStart> clause_starts(Sentence sentence);

}  // namespace turnstream::language
