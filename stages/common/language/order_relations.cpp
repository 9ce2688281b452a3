#include "stages/common/language/order_relations.h"

#include <algorithm>
#include <set>
#include <string>

#include "stages/common/language/instruction_key.h"
#include "stages/common/language/instruction_parts.h"
#include "stages/common/language/order_choices.h"
#include "stages/common/language/permissions.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

using Keys = std::set<std::string>;

/// What is right is at most so many words.
constexpr std::size_t kCorrectedWordsMax = 8;

/// What an order is about, in words as in keys; numbers and languages have their names.
struct OrderParts {
  Keys core;       ///< verb and object: "sign", "mail"
  Keys scope;      ///< for what: "on Fridays", "in the chat"
  Keys all;        ///< both, and how: "with Nord"
  Keys permitted;  ///< the same as permitted_word(), without "I want you to"
  bool cancels = false;
  bool restricts = false;  ///< "never … without …" forbids only a part of it
};

bool is_in(const Keys& part, const Keys& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

OrderParts parts_of(std::string_view text) {
  static const WordSet kScopes(
      "about after at before between during for from if in inside on to until when whenever wherever while");
  static const WordSet kManners("as by like using with");
  static const WordSet kRestricts("except ohne unless until without");
  static const WordSet kCancels("anymore quit stop");
  static const WordSet kWishes("careful certain ensure expect like make need note please remember should sure want");
  const Words words = words_of(text);
  const Sentence sentence(words);
  OrderParts parts;
  const std::size_t order = words.empty() ? 0 : behind_wish(sentence, order_of(sentence, 0), sentence.size());
  Keys* part = &parts.scope;
  Keys manner;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const Word& word = sentence[at];
    part = at == order ? &parts.core : part;
    if (at > order) {
      part = word.in(kScopes) ? &parts.scope : word.in(kManners) ? &manner : part;
    }
    const bool more =
        at > 0 && (word.is("more") || word.is("longer")) && (sentence[at - 1].is("any") || sentence[at - 1].is("no"));
    parts.cancels = parts.cancels || more || word.in(kCancels);
    parts.restricts = parts.restricts || word.in(kRestricts);
    if (at >= order || !word.in(kWishes)) {
      parts.permitted.insert(permitted_word(sentence, at));
    }
    std::string key = more ? std::string() : key_word(word, KeyForm::kNamed);
    if (!key.empty()) {
      parts.all.insert(key);
      part->insert(std::move(key));
    }
  }
  parts.permitted.erase("");
  return parts;
}

/// Without verbs that say little, if other words are left: "use emojis" is about emojis.
Keys without_general_verbs(Keys words) {
  for (const char* verb :
       {"add", "avoid", "back", "do", "get", "go", "have", "make", "put", "refrain", "take", "use"}) {
    words.erase(verb);
  }
  return words;
}

bool share_a_word(std::string_view a, std::string_view b) {
  static const WordSet kNoObjects("| # use");
  const WordSet of_b(b);
  const WordSet of_a(a);
  return std::any_of(of_a.words().begin(), of_a.words().end(),
                     [&](std::string_view word) { return of_b.has(word) && !kNoObjects.has(word); });
}

/// "Call me Annabel" has the key `name`, "never call me Annabel" one with the verb.
bool is_about_name(std::string_view key) {
  static const WordSet kNaming("address call name");
  return kNaming.has(key.substr(0, std::min(key.find(' '), key.size())));
}

/// Whether one forbids what the other orders.
bool oppose(const OrderParts& newer, const OrderParts& older) {
  const Keys core = without_general_verbs(newer.core);
  const Keys older_core = without_general_verbs(older.core);
  if (core.empty()) {
    return false;
  }
  const bool wider = newer.cancels && is_in(core, older_core) && is_in(newer.scope, older.scope);
  return wider || (core == older_core && newer.scope == older.scope && !newer.restricts && !older.restricts);
}

/// Without "the" and "a" in front.
Sentence without_article(const Words& words) {
  static const WordSet kArticles("a an my our the");
  const std::size_t first = !words.empty() && words[0].in(kArticles) ? 1 : 0;
  return Sentence(words).subspan(first);
}

bool are_same(Sentence a, Sentence b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Word& one, const Word& other) { return one.lower == other.lower; });
}

/// Whether the word is another value of the choice that is now right: "tabs", of which "spaces" are right.
bool is_other_choice(const Word& word, Sentence right) {
  const auto chosen = right.size() == 1 ? choice_of(key_word(right[0], KeyForm::kFolded)) : std::nullopt;
  const auto other = chosen.has_value() ? choice_of(key_word(word, KeyForm::kFolded)) : std::nullopt;
  return other.has_value() && other->row == chosen->row && word.lower != right[0].lower;
}

}  // namespace

bool takes_place_of(const GivenOrder& newer, const GivenOrder& older) {
  const auto choice = choice_of(newer.key);
  const auto other = choice.has_value() ? choice_of(older.key) : std::nullopt;
  if (other.has_value() && choice->row == other->row && choice->rest == other->rest) {
    return choices_clash(*choice, newer.positive, *other, older.positive);
  }
  const bool related = share_a_word(newer.key, older.key) || (is_about_name(newer.key) && is_about_name(older.key));
  return newer.positive != older.positive && related && oppose(parts_of(newer.text), parts_of(older.text));
}

bool ends_order(const OrderEnding& ending, const GivenOrder& order) {
  const Keys words = without_general_verbs(ending.words);
  const bool avoids = ending.words.count("avoid") != 0 || ending.words.count("refrain") != 0;
  if (words.empty()) {
    return false;
  }
  const OrderParts parts = parts_of(order.text);
  if (ending.kind == EndingKind::kPermits || ending.kind == EndingKind::kAllows) {
    return !order.positive && !parts.restricts && !avoids && words == without_general_verbs(parts.permitted);
  }
  if (ending.kind == EndingKind::kReleases && !order.positive && !avoids) {
    return false;
  }
  if (is_in(words, parts.all)) {
    return true;
  }
  const auto choice = choice_of(order.key);
  return ending.kind == EndingKind::kForgets && choice.has_value() && names_choice(*choice->row, words);
}

std::optional<std::string> corrected(std::string_view text, const Correction& correction) {
  const Words words = words_of(text);
  const Words right = words_of(correction.in_place.empty() ? correction.right : correction.in_place);
  const Words wrong = words_of(correction.wrong);
  const Sentence new_words = without_article(right);
  const Sentence old_words = without_article(wrong);
  const bool of_other = old_words.empty() && !correction.subject.empty();  // "the answer is short" corrects no order
  if (new_words.empty() || new_words.size() > kCorrectedWordsMax || of_other) {
    return std::nullopt;
  }
  for (std::size_t at = 0; at + std::max<std::size_t>(old_words.size(), 1) <= words.size(); ++at) {
    const Sentence here = Sentence(words).subspan(at, std::max<std::size_t>(old_words.size(), 1));
    if (old_words.empty() ? is_other_choice(here[0], new_words) : are_same(here, old_words)) {
      const std::string before(text.substr(0, here.front().begin));
      return before + written(new_words, 0, new_words.size()) + std::string(text.substr(here.back().end));
    }
  }
  return std::nullopt;
}

}  // namespace turnstream::language
