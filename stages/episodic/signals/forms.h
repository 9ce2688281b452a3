#pragma once
// Forms: the words in which people give instructions, correct, decide, tell of a life event, or name the cause of an error. To
// make the rules find another wording, add a row with its example to form_rows.cpp; a test reads each example. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/common/language/words.h"

namespace turnstream::episodic {

enum class FormKind : std::uint8_t {
  kInstruction,
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
///   `~`    up to four words and marks
///   `~~`   up to four words of a noun phrase, or between it and its verb: no mark, preposition, article, pronoun, negation
///   `#kin` a person or pet (language/lexicon.h) · `#ing` a verb in -ing · `#verb` a verb that orders an agent ·
///          `#plain` a word that can be a verb in its plain form · `#name` a word with a capital, not a time ·
///          `#code` a number, version or path · `#given` a capital or a `#code` · `#time` "day", "monday", "may"
/// These stand for no word, but say what may be next:
///   `$`    the end of the clause: a mark or the end of the sentence
///   `?!a|b` none of these words
///   `#end` what is not the rest of a noun phrase: `$`, a preposition, a time, "and"
/// A comma, colon or dash between two parts that no part asks for is skipped.
/// `^` in front: the first part must begin a clause. Example: "^ ?please do not _" is in "And please, don't push".
struct FormRow {
  FormKind kind = FormKind::kInstruction;
  std::string_view form;
  std::string_view example;
};

[[nodiscard]] std::span<const FormRow> form_rows();

/// The sentences of a text, in which forms are looked for. It borrows the words. Not read are jokes, questions (but what stands
/// before one counts: "Never push, got it?"), and texts to work on ("Translate: my father died", "Write a poem about …").
/// - Instructions are also looked for in what looks like a hypothesis ("if it fails, call me"), and in requests ("can you always
///   …?"); not behind "she said".
/// - Life events and decisions: only before words of reports and hypotheses ("he said", "I hope", language/lexicon.h).
class FormReader {
 public:
  explicit FormReader(const language::Words& words);
  /// Whether a form of the kind is in the text. Time: linear in its length, for each row of the kind.
  [[nodiscard]] bool holds(FormKind kind) const;
  /// What the speaker asserts.
  [[nodiscard]] const std::vector<language::Sentence>& asserted() const { return asserted_; }

 private:
  void add(const language::SentenceCut& cut, bool asserted);

  std::vector<language::Sentence> asserted_;
  std::vector<language::Sentence> told_;     ///< of these, the words before a report
  std::vector<language::Sentence> ordered_;  ///< in which instructions are looked for
};

}  // namespace turnstream::episodic
