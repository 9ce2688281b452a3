#pragma once
// Statements: what a text asserts, as subject · relation · value: "I moved to Porto last year" gives user · lives in ·
// Porto. Questions, hypotheses, quotes, jokes, moods and judgements give none; a denial gives one that ended. Verbs are
// rows of verb_rows.h, words classes of lexicon.h; subjects.h, values.h and predicates.h read what stands around them.
// Linear in the text: values and subjects are bounded. Threads: any; pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/language/words.h"

namespace turnstream::language {

struct Statement {
  std::string subject;   ///< normalised (base/utf8.h): "user" for I, "user's dog" for my dog, no article
  std::string relation;  ///< a relation of verb_rows.h, or "is", "are"
  std::string value;     ///< as written, white space folded
  bool ended = false;    ///< not so, or not so any more: "I no longer …", "I used to …"
  bool denied = false;   ///< of those: by a negation
  friend bool operator==(const Statement&, const Statement&) = default;
};

/// As one says it: "api port is 8080", "we like climbing", "user lost their job". Where grammar asks for nothing else,
/// subject, relation and value with blanks between them.
[[nodiscard]] std::string sentence_of(const Statement& statement);

/// How much is taken for granted of the text.
enum class Register {
  kTalk,    ///< people talking: only what is surely about the world and lasts
  kRecord,  ///< something written down to be known: a judgement or a state counts as well
};

/// In order of appearance; at most 24.
[[nodiscard]] std::vector<Statement> statements_in(std::string_view text, Register reg);

/// The same for one sentence, added to what was found before.
void add_statements(std::span<const Word> sentence, Register reg, std::vector<Statement>& found);

}  // namespace turnstream::language
