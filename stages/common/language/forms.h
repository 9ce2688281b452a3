#pragma once
// Forms: the words in which people give orders, correct, decide, tell of a life event, or name the cause of an error. To make the
// rules find another wording, add a row with its example to form_rows.cpp, or to instruction_rows.cpp if it is an order; a test
// reads each example. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/common/language/words.h"

namespace turnstream::language {

/// Orders are looked for in any sentence but questions and jokes, because orders look like questions ("don't push") or
/// hypotheses ("if it fails, call me"); corrections and what follows in what the speaker asserts (language/sentences.h).
enum class FormKind : std::uint8_t {
  kInstruction,    ///< an order that outlives the turn: "Never push to main."
  kRequest,        ///< the same as a question: "Can you always show the diff?"
  kNoInstruction,  ///< an exception to the two: "Never mind."
  kOrder,          ///< it may outlive the turn; what is said is important, but no instruction: "Remember that …"
  kCorrection,
  kDecision,
  kLifeEvent,
  kErrorCause
};

/// A form is a list of parts with blanks between them; each stands for one word of the sentence, in order:
///   `a|b`  one of these words, in lower case and with contractions resolved (language/words.h), or marks: `,` `:`
///   `!a|b` a word that is none of these
///   `?a|b` one of these words, or nothing
///   `_`    any word
///   `~`    up to four words and marks · `*` up to fourteen
///   `$`    the end of the clause: no word, but the end of the sentence or a mark
///   `#kin` a person or pet (language/lexicon.h) · `#ing` a verb in -ing · `#name` a word with a capital · `#plural` a word in -s ·
///   `#time` a unit of time or weekday · `#plain` a word that can be a verb in its plain form
///   `#verb` a common verb of an order, `#language` "german", `#german` a German order, `#germaninf` its infinitive: order_verbs.h
///   `#order`, `#command`, `#main`, `#lasting` the beginning of an order: kVerb, kAny, kMain, kLasting of commands.h
/// A comma, colon or dash between two parts that no part asks for is skipped.
/// `^` in front: the first part must begin a clause. Example: "^ ?please do not _" is in "And please, don't push".
struct FormRow {
  FormKind kind = FormKind::kOrder;
  std::string_view form;
  std::string_view example;
};

/// All rows but those of instruction_rows().
[[nodiscard]] std::span<const FormRow> form_rows();
/// Those of the kinds kInstruction, kRequest and kNoInstruction.
[[nodiscard]] std::span<const FormRow> instruction_rows();

/// Whether a form of the kind stands in the sentence from the word at `at` on. Precondition: a clause begins there (commands.h).
[[nodiscard]] bool stands_at(Sentence sentence, std::size_t at, FormKind kind);

/// The sentences of a text, in which forms are looked for. It borrows the words.
class FormReader {
 public:
  explicit FormReader(const Words& words);
  /// Whether a form of the kind is in the text. Time: linear in its length, for each row of the kind.
  [[nodiscard]] bool holds(FormKind kind) const;
  /// What the speaker asserts.
  [[nodiscard]] const std::vector<Sentence>& asserted() const { return asserted_; }

 private:
  std::vector<Sentence> asserted_;
  std::vector<Sentence> ordered_;  ///< all but questions and jokes
};

}  // namespace turnstream::language
