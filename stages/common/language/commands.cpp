#include "stages/common/language/commands.h"

#include <algorithm>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/order_verbs.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

/// The verb of an order is at most so many words behind its beginning: "please just send".
constexpr std::size_t kOrderLeadMax = 4;

/// "always", "never", "only", "please" and the like, which can stand before the verb of an order.
bool leads_order(const Word& word) {
  static const WordSet kLeads("always also ever first instead just kindly never not only please simply then");
  return word.in(kLeads);
}

/// Whether the word is the verb of an order, and not the subject of one behind it: "set the table", not "the set is full".
bool is_verb_of_order(Sentence sentence, std::size_t at) {
  static const WordSet kFinite("are had has is was were will");
  return is_order_verb(sentence[at].lower) && !(at + 1 < sentence.size() && sentence[at + 1].in(kFinite));
}

/// Whether an order can begin at the word: not behind a subject, article or helping verb. `strict`: nor behind a plural.
bool is_order_place(Sentence sentence, std::size_t at, bool strict) {
  static const WordSet kSubjects("he i it said says she that they this to told we what which who you");
  constexpr std::uint64_t kNoPlace =
      kDeterminer | kDeictic | kAuxiliary | kPreposition | kConjunction | kSubordinator | kQuestionWord;
  while (at > 0 && leads_order(sentence[at - 1])) {
    at -= at > 1 && sentence[at - 1].is("not") && sentence[at - 2].is("do") ? 2 : 1;
  }
  if (at == 0 || sentence[at - 1].punctuation) {
    return true;
  }
  const Word& before = sentence[at - 1];
  const bool opens = before.in(kOpening) && (at == 1 || sentence[at - 2].punctuation);
  if (opens || before.is("and") || before.is("so") || before.is("but")) {
    return !strict || !before.is("and");
  }
  if (before.is("on") && at > 1 && (sentence[at - 2].is("here") || sentence[at - 2].in(kTime | kTimeUnit))) {
    return true;  // "from now on send"
  }
  return !before.in(kNoPlace) && !before.possessive && !before.in(kSubjects) && !(strict && is_plural(before));
}

/// The verb of an order at `at` or behind the words of leads_order(): "always just send".
bool order_follows(Sentence sentence, std::size_t at) {
  const std::size_t end = std::min(sentence.size(), at + kOrderLeadMax);
  while (at < end && leads_order(sentence[at])) {
    ++at;
  }
  return at < end && !sentence[at].punctuation && is_verb_of_order(sentence, at);
}

bool is_dont(Sentence sentence, std::size_t at) {
  return at + 1 < sentence.size() && sentence[at].is("do") && sentence[at + 1].is("not");
}

bool is_lasting_order(Sentence sentence, std::size_t at, bool strict) {
  const Word& word = sentence[at];
  const bool led = (word.is("always") || word.is("never") || word.is("only")) && order_follows(sentence, at + 1);
  return (led || (is_dont(sentence, at) && order_follows(sentence, at + 2))) && is_order_place(sentence, at, strict);
}

bool is_any_command(Sentence sentence, std::size_t at, bool strict) {
  if (is_lasting_order(sentence, at, strict)) {
    return true;
  }
  const Word& word = sentence[at];
  const bool stops = (word.is("stop") || word.is("quit")) && at + 1 < sentence.size() && is_activity(sentence[at + 1]);
  const bool verb = is_verb_of_order(sentence, at) && !is_dont(sentence, at);
  const bool wants = word.is("please") || word.is("no") || word.is("nothing");
  return (stops || verb || wants) && is_order_place(sentence, at, strict);
}

}  // namespace

bool begins_clause(Sentence sentence, std::size_t at) {
  return at == 0 || sentence[at - 1].punctuation || sentence[at - 1].in(kConjunction | kOpening);
}

bool is_command(Sentence sentence, std::size_t at, Command command) {
  if (at >= sentence.size() || sentence[at].punctuation) {
    return false;
  }
  switch (command) {
    case Command::kVerb:
      return is_verb_of_order(sentence, at) && !is_dont(sentence, at) && is_order_place(sentence, at, false);
    case Command::kLasting:
      return is_lasting_order(sentence, at, false);
    default:
      return is_any_command(sentence, at, command == Command::kMain);
  }
}

bool is_near_order(Sentence sentence, std::size_t at) {
  const Sentence near = sentence.subspan(at, std::min(sentence.size() - at, kOrderLeadMax));
  return std::any_of(near.begin(), near.end(), [](const Word& word) { return is_order_verb(word.lower); });
}

bool is_plural(const Word& word) {
  return word.lower.size() > 3 && word.lower.back() == 's' && word.lower[word.lower.size() - 2] != 's' &&
         !word.possessive && !word.in(kPronoun | kDeterminer | kDeictic | kAuxiliary | kPreposition | kAdverb);
}

}  // namespace turnstream::language
