#pragma once
// Corrections: what a person says to put right what the agent, or the person, said before: "No, that's wrong: the port is 9090",
// "It's Katrin, not Katharina", "Sorry, I meant the 14th". A contrast counts by itself ("X is A, not B"); else a mark of an error
// must stand before the clause or in the sentence before it. Questions and jokes give none. Threads: any; pure.

#include <string>
#include <string_view>
#include <vector>

#include "stages/common/language/words.h"

namespace turnstream::language {

struct Correction {
  std::string text;  ///< the clause that states what is right, verbatim, without lead-ins: "It's Katrin, not Katharina"
  std::string subject;  ///< normalised (base/utf8.h), of what: "api port"; empty for "it", "that" and behind "I meant"
  std::string right;    ///< "Katrin"
  std::string wrong;    ///< "Katharina"; empty if it was not said
  friend bool operator==(const Correction&, const Correction&) = default;
};

/// The corrections of the text, at most 8, in order. None in a text that the rules cannot read.
[[nodiscard]] std::vector<Correction> corrections_in(std::string_view text);
/// The same, of the words of a text that the rules can read (text_language.h).
[[nodiscard]] std::vector<Correction> corrections_in(const Words& words);

}  // namespace turnstream::language
