#pragma once
// Corrections: what a person says to put right what the agent, or the person, said before: "No, that's wrong: the port is 9090",
// "It's Katrin, not Katharina", "Sorry, I meant the 14th", "I'm not allergic to walnuts, it was the pecans". A contrast counts by
// itself ("X is A, not B"); else a mark of an error must stand before or behind the clause, or in the sentence before it
// (correction_marks.h). Questions and jokes give none. Threads: any; pure.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/common/language/words.h"

namespace turnstream::language {

struct Correction {
  std::string text;  ///< the clause that states what is right, verbatim, without lead-ins: "It's Katrin, not Katharina"
  std::string subject;  ///< normalised (base/utf8.h), of what: "api port"; empty for "it", "that" and behind "I meant"
  std::string right;    ///< "on port 9090"
  std::string wrong;    ///< "8080"; empty if it was not said
  std::string in_place{};  ///< the words of `right` that stand in place of `wrong`: "9090"; empty without `wrong`
  std::string meant{};  ///< what the text denies, put right: "I'm allergic to the pecans"; empty if `text` says it all
  std::size_t sentence = 0;  ///< the index of its sentence
  std::size_t first_sentence =
      0;                  ///< that of the sentence with the mark of an error, which is the same or the one before
  std::size_t begin = 0;  ///< the words of the clause in its sentence: [begin, end)
  std::size_t end = 0;
  friend bool operator==(const Correction&, const Correction&) = default;
};

/// The corrections of the text, at most 8, in order. None in a text that the rules cannot read.
[[nodiscard]] std::vector<Correction> corrections_in(std::string_view text);
/// The same, of the words of a text that the rules can read (text_language.h).
[[nodiscard]] std::vector<Correction> corrections_in(const Words& words);
/// The same, of what asserted_sentences() gives.
[[nodiscard]] std::vector<Correction> corrections_in(std::span<const Sentence> sentences);

}  // namespace turnstream::language
