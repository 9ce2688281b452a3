#pragma once
// Forms: the words in which people give orders, correct, decide, tell of a life event, or name the cause of an error. To make the
// rules find another wording, add a row with its example to form_rows.cpp, or to instruction_rows.cpp if it makes an instruction, and to
// instruction_exceptions.cpp if it must not, or if it is German to german/instruction_rows.cpp; a test reads each example. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/common/language/words.h"

namespace turnstream::language {

enum class FormKind : std::uint8_t {
  kInstruction,      ///< an order that outlives the turn, in rows for instructions.h: "Never push to main."
  kRequest,          ///< the same as a question: "Can you always show the diff?"
  kLoneInstruction,  ///< one only if nothing else is said, because it can be about the task: "Keep it short."
  kNoInstruction,    ///< an exception to the two: "Never mind."
  kOrder,  ///< it makes what is said important; it may be an instruction, or outlive the turn: "Remember that …"
  kCorrection,
  kDecision,
  kLifeEvent,
  kErrorCause,
  kLast = kErrorCause,
};

/// A form is a list of parts with blanks between them; each stands for one word of the sentence, in order:
///   `a|b`  one of these words, in lower case and with contractions resolved (language/words.h), or marks: `,` `:`
///   `!a|b` a word that is none of these
///   `?a|b` one of these words, or nothing
///   `_`    any word
///   `~`    up to four words and marks; `*` up to fourteen
///   `~~`   up to four words of a noun phrase, or between it and its verb: no mark, preposition, article, pronoun, negation
///   `#kin` a person or pet (language/lexicon.h) · `#ing` a verb in -ing · `#verb` a common verb of orders ·
///          `#plain` a word that can be a verb in its plain form · `#name` a word with a capital, not a time ·
///          `#code` a number, version or path · `#given` a capital or a `#code` · `#time` "day", "monday", "may" ·
///          `#done` a participle or "optional", "read-only": what something must be · `#plural` a word in -s · `#language` "german" · `#german` a German order · `#germaninf` its infinitive ·
///          `#order`, `#command`, `#main`, `#lasting` the beginning of an order: kVerb, kAny, kMain, kLasting of commands.h
/// A `?` in front makes any of these optional: `?_`.
/// These stand for no word, but say what may be next:
///   `$`    the end of the clause: a mark or the end of the sentence
///   `?!a|b` none of these words
///   `#end` what is not the rest of a noun phrase: `$`, a preposition, a time, "and"
/// A comma, colon or dash between two parts that no part asks for is skipped.
/// `^` in front: the first part must begin a clause. Example: "^ ?please do not _" is in "And please, don't push".
struct FormRow {
  FormKind kind = FormKind::kOrder;
  std::string_view form;
  std::string_view example;
};

/// The rows from kOrder on, which FormReader looks for.
[[nodiscard]] std::span<const FormRow> form_rows();
/// The rows of kInstruction, kRequest and kLoneInstruction, which stands_at() looks for.
[[nodiscard]] std::span<const FormRow> instruction_rows();
/// The rows of kNoInstruction, which stands_at() looks for.
[[nodiscard]] std::span<const FormRow> instruction_exceptions();
/// German rows of all four kinds, which stands_at() looks for.
[[nodiscard]] std::span<const FormRow> german_instruction_rows();

/// Whether a form of the kind stands in the sentence from the word at `at` on. Precondition: `at` is a word of the sentence with
/// which a clause begins (commands.h).
[[nodiscard]] bool stands_at(Sentence sentence, std::size_t at, FormKind kind);

/// The sentences of a text, in which forms are looked for. It borrows the words. Not read are jokes, questions (but what stands
/// before one counts: "Never push, got it?"), and texts to work on ("Translate: my father died", "Write a poem about …").
/// - Orders are also looked for in what looks like a hypothesis ("if it fails, call me"), and in requests ("can you always
///   …?"); not behind "she said".
/// - Life events and decisions: only before words of reports and hypotheses ("he said", "I hope", language/lexicon.h).
class FormReader {
 public:
  explicit FormReader(const Words& words);
  /// Whether a form of the kind, which is one of form_rows(), is in the text. Time: linear in its length, for each row of the kind.
  [[nodiscard]] bool holds(FormKind kind) const;
  /// What the speaker asserts.
  [[nodiscard]] const std::vector<Sentence>& asserted() const { return asserted_; }

 private:
  void add(const SentenceCut& cut, bool asserted);

  std::vector<Sentence> asserted_;
  std::vector<Sentence> ordered_;  ///< in which orders are looked for, before what another person said
};

}  // namespace turnstream::language
