#pragma once
// Statements: what a text asserts, as subject · relation · value. "I moved to Porto last year" gives user · lives in ·
// Porto. Questions, hypotheses, quoted sentences and jokes give no statement; in a conversation (Register::kTalk) most
// moods and judgements give none either. A denial gives a statement with `ended`. The README of this folder follows one
// sentence through the files. Threads: any; pure.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/language/words.h"

namespace turnstream::language {

struct Statement {
  std::string subject;   ///< normalised (base/utf8.h), without article or "our": "user", "user's dog" for "my dog"
  std::string relation;  ///< a relation of verb_rows.h, or "is", "are", "is aged", "fails on" (semantic/claims.cpp)
  std::string
      value;  ///< as written, each run of white space as one blank; normalised if it was the subject of the sentence
  bool ended = false;  ///< the statement does not hold, or no longer: "I no longer …", "I don't …", "I used to …"
  bool denied = false;    ///< `ended` because of a negation; false behind "used to"
  std::string against{};  ///< of a taste: what its clause says is less liked: "tea" of "I prefer coffee over tea"
  friend bool operator==(const Statement&, const Statement&) = default;
};

/// The statement as an English sentence: subject, relation and value, with a verb in -s in the plural after "we" and
/// "their" in place of "my" and "our" in the value: "api port is 8080", "we like climbing". `ended` has no effect.
[[nodiscard]] std::string sentence_of(const Statement& statement);

/// The words with "their" in place of "my" and "our": "my own studio" becomes "their own studio".
[[nodiscard]] std::string in_third_person(std::string_view words);

/// The kind of a text. It decides which statements are found in it.
enum class Register {
  kTalk,    ///< what the user says in a conversation: most moods and judgements give no statement
  kRecord,  ///< an observation or a memory write: judgements and states count too ("build server is slow")
};

inline constexpr std::size_t kStatementsMax = 24;

/// The first kStatementsMax different statements of the text, in order of appearance. None in a text that the rules cannot read
/// (text_language.h).
[[nodiscard]] std::vector<Statement> statements_in(std::string_view text, Register reg);

/// Whether statements_in() finds any, in less time: most texts that state nothing need no detection of their language.
[[nodiscard]] bool states_something(std::string_view text, Register reg);

/// Adds the statements of one English or German sentence that `found` does not contain, until it contains kStatementsMax.
void add_statements(std::span<const Word> sentence, Register reg, std::vector<Statement>& found);

}  // namespace turnstream::language
