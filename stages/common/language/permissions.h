#pragma once
// Permissions: whether a sentence that allows something lifts a rule against it, or only allows one act, for a while, or in part. For
// order_endings.cpp, which finds the sentence. A position is the index of a word. Threads: any; pure.

#include <cstddef>
#include <string>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

/// A clause that allows something: "from now on you can use emojis in the chat".
struct Permission {
  std::size_t lead = 0;        ///< its first word behind a time: "you"
  std::size_t begin = 0;       ///< where what is allowed begins: "use"
  std::size_t end = 0;         ///< where it ends: before "are allowed", or as `clause_end`
  std::size_t behind = 0;      ///< behind "are allowed", or as `clause_end`
  std::size_t clause_end = 0;  ///< where the clause ends
  bool rule = false;           ///< it names the rule itself: "is allowed", "you are permitted to"
};

/// Whether it lifts a rule. Most sentences with "you can" do not:
/// - Something must say that it lasts: "again", "from now on", "these days", "wieder", "ab jetzt". "Now" is enough if the clause
///   names the rule ("is allowed now"), or a kind and no single object: a plural without an article, an activity as
///   subject, or a time that recurs. "You can use emojis now" and "You can call me before nine now" lift; "You can open the garage
///   now" and "You can push to main now" allow one act.
/// - "X is fine" or "OK" must name a kind: "the lift is fine again" says how the lift is.
/// - Nothing from `begin` on, or behind it, may deny or bound it: a negation, "only", "some", "today", "this once", "until",
///   "…, but not in mails". In front of `lead` only a negation does.
[[nodiscard]] bool lifts_rule(Sentence sentence, const Permission& permission);

/// The word by which what is allowed and what a rule forbids are compared: as in keys (instruction_key.h, KeyForm::kNamed), but also
/// "the" and prepositions that make another rule of it ("before nine", "turn off"). Empty of words without content, and of those that
/// say from when on: "from today on".
[[nodiscard]] std::string permitted_word(Sentence sentence, std::size_t at);

/// Words that can stand before a clause and say from when on: "from now on", "ab jetzt".
[[nodiscard]] bool leads_in(const Word& word);

/// Whether a sentence takes the permission before it back, or bounds it: "But only in the chat.", "Just kidding."
[[nodiscard]] bool takes_back(Sentence sentence);

}  // namespace turnstream::language
