#pragma once
// Correction parts: what a clause that may be a correction says: of what, what is right, and what was wrong. Whether it is one, corrections.cpp
// decides. A position is the index of a word in the sentence. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

/// The words [begin, end) of a sentence.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
  [[nodiscard]] bool empty() const { return begin == end; }
  [[nodiscard]] std::size_t size() const { return end - begin; }
};
[[nodiscard]] inline Sentence words_in(Sentence sentence, Part part) {
  return sentence.subspan(part.begin, part.size());
}
/// Whether the words are the same in lower case.
[[nodiscard]] bool are_same(Sentence a, Sentence b);

/// Whether a clause can begin at the word, also behind "um" and "sorry": "Sorry I meant …".
[[nodiscard]] bool can_correct_at(Sentence sentence, std::size_t at);

enum class CorrectingVerb : std::uint8_t {
  kMeant,     ///< "I meant"; it has no subject
  kMean,      ///< "I mean", "I meant to say", which often mean nothing
  kBe,        ///< "is", "was", "heißt"
  kShouldBe,  ///< "should be"
  kOther,     ///< "leaves at", "have"
};

struct CorrectingClause {
  Part subject;
  CorrectingVerb verb = CorrectingVerb::kBe;
  Part value;  ///< up to a mark, "because" or what was wrong; not empty
  Part wrong;  ///< behind "not" or ", not"; empty: it was not said
  [[nodiscard]] std::size_t end() const { return wrong.empty() ? value.end : wrong.end; }
};

/// The clause that begins at `at`. Absent if it has no such verb among its first words, or is about "you".
[[nodiscard]] std::optional<CorrectingClause> correcting_clause(Sentence sentence, std::size_t at);

/// "I'm not allergic to walnuts": a clause that denies.
struct Denial {
  Part subject;
  std::size_t verb = 0;  ///< "am", which stands before "not"
  Part denied;           ///< "allergic to walnuts"
};
[[nodiscard]] std::optional<Denial> denial_at(Sentence sentence, std::size_t at);

/// The value that begins at `at`; empty if it has no end in the sentence or is too long.
[[nodiscard]] Part value_at(Sentence sentence, std::size_t at);
/// What stands behind the value at `at` as wrong: behind "not", ", not", "and not". Empty if nothing does.
[[nodiscard]] Part wrong_behind(Sentence sentence, std::size_t at);

/// What can be put in place of each other: numbers with numbers, days with days, names with names.
enum class Given : std::uint8_t { kNumber, kDay, kName };
/// The only number (day, name) in the part; a name can have several words. Empty if there are none or several.
[[nodiscard]] Part only_given(Sentence sentence, Part part, Given kind);
/// Whether there is a number, a day or a name in the part.
[[nodiscard]] bool has_given(Sentence sentence, Part part);
/// The two that differ and are of one kind, each the only one in its part; absent if there are none.
[[nodiscard]] std::optional<std::pair<Part, Part>> same_given(Sentence a, Part of_a, Sentence b, Part of_b);

/// What is put in place of what: "9090" in place of "8080" of "on port 9090" and "port 8080". Precondition: `wrong` is not empty.
struct Replacement {
  Part right;
  Part wrong;
};
[[nodiscard]] Replacement replacement_of(Sentence sentence, Part right, Sentence other, Part wrong);

/// Whether the subject needs what was said before: "it", "she", "we"; so does none.
[[nodiscard]] bool points_back(Sentence sentence, Part subject);

}  // namespace turnstream::language
