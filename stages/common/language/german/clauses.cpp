#include "stages/common/language/german/clauses.h"

#include <algorithm>
#include <utility>

#include "stages/common/language/german/phrases.h"
#include "stages/common/language/german/values.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kThemeNounsMax = 2;

bool stands(Sentence sentence, std::size_t at, const WordSet& words) {
  return at < sentence.size() && !sentence[at].punctuation && !sentence[at].quoted && sentence[at].in(words);
}

/// "API-Port" as "api port", "Kater" as "cat".
GermanTheme noun_theme(Sentence sentence, std::size_t begin, std::size_t end) {
  GermanTheme theme{{}, kThingSubject, end};
  for (std::size_t at = begin; at < end; ++at) {
    theme.text.append(theme.text.empty() ? "" : " ").append(sentence[at].lower);
  }
  const std::size_t last_word = theme.text.rfind(' ') + 1;  // 0 if there is one word
  const std::size_t last_part = theme.text.rfind('-') + 1;
  for (const std::size_t head : {last_word, last_part}) {
    if (const auto known = german_noun(std::string_view(theme.text).substr(head)); known.has_value()) {
      theme.text.replace(head, std::string::npos, known->english);
      theme.kind = known->subject;
      break;
    }
  }
  if (theme.kind == kSettingSubject || theme.kind == kThingSubject) {
    std::replace(theme.text.begin(), theme.text.end(), '-', ' ');
  }
  return theme;
}

std::optional<GermanTheme> theme_at(Sentence sentence, std::size_t at) {
  static const WordSet kOwn("mein meine");
  static const WordSet kOurs("unser unsere");
  static const WordSet kArticles("das der die");
  static const WordSet kUsers("anwender anwenderin benutzer benutzerin nutzer nutzerin user userin");
  if (at >= sentence.size() || sentence[at].punctuation || sentence[at].quoted) {
    return std::nullopt;
  }
  if (sentence[at].is("ich") || sentence[at].is("wir")) {
    return GermanTheme{sentence[at].is("ich") ? "user" : "we", kSelfSubject, at + 1};
  }
  const bool own = stands(sentence, at, kOwn);
  const bool article = stands(sentence, at, kArticles);
  const bool ours = stands(sentence, at, kOurs);
  const std::size_t begin = own || ours || article ? at + 1 : at;
  if (!own && !ours && stands(sentence, begin, kUsers)) {
    return GermanTheme{"user", kSelfSubject, begin + 1};
  }
  if (begin == at || begin >= sentence.size() || sentence[begin].quoted) {
    return std::nullopt;
  }
  std::size_t end = std::min(behind_german_nouns(sentence, begin), begin + kThemeNounsMax);
  end += end == begin && german_noun(sentence[begin].lower).has_value() ? 1 : 0;  // "mein hund"
  if (end == begin) {
    return std::nullopt;
  }
  GermanTheme theme = noun_theme(sentence, begin, end);
  if (article && theme.kind != kSettingSubject && theme.kind != kThingSubject) {
    return std::nullopt;
  }
  if (own) {
    theme.text.insert(0, "user's ");
  }
  return theme;
}

bool is_verb(Sentence sentence, std::size_t at) {
  return at < sentence.size() && !sentence[at].punctuation && !sentence[at].quoted &&
         !german_rows_with(sentence[at].lower).empty();
}

/// The index behind what can stand before the verb: "seit Mai", "gegen Nüsse", "scharfes Essen".
std::size_t behind_front(Sentence sentence, std::size_t at) {
  while (true) {
    std::size_t end = behind_german_phrase(sentence, at);
    if (end == at) {
      end = std::max(at, german_value_at(sentence, at, GermanShape::kTaste).behind);
    }
    if (end == at || is_verb(sentence, at)) {
      return at;
    }
    at = end;
  }
}

/// A word that separates those before the verb from those behind it: no value contains it.
Word separator() {
  Word word;
  word.set_lower("ja");
  return word;
}

/// The clause with its words. [front_begin, front_end) stands before the verb.
GermanClause clause_of(Sentence sentence, GermanTheme theme, std::size_t begin, std::size_t verb,
                       std::pair<std::size_t, std::size_t> front) {
  GermanClause clause{std::move(theme), sentence[verb].lower, begin, 0, 0, {}, false};
  clause.rest = std::max(verb + 1, clause.theme.end);
  const Sentence rest = sentence.subspan(clause.rest);
  const std::size_t kept = std::min(rest.size(), kGermanClauseWordsMax);
  clause.cut = kept < rest.size();
  clause.words.assign(sentence.begin() + static_cast<std::ptrdiff_t>(front.first),
                      sentence.begin() + static_cast<std::ptrdiff_t>(front.second));
  if (!clause.words.empty() && kept > 0) {
    clause.words.push_back(separator());
  }
  clause.front = clause.words.size();
  clause.words.insert(clause.words.end(), rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(kept));
  return clause;
}

}  // namespace

std::size_t GermanClause::end_in_sentence(std::size_t at) const {
  return at > front ? rest + (at - front) : rest;
}

std::optional<GermanClause> german_clause_at(Sentence sentence, std::size_t begin,
                                             const std::optional<GermanTheme>& before) {
  static const WordSet kOpenings("abend also danke guten hallo hey hi ja moin morgen nein ok okay servus so tag und");
  static const WordSet kElided("bin hab habe wohne");
  std::size_t at = begin;
  while (stands(sentence, at, kOpenings)) {
    ++at;
  }
  if (auto theme = theme_at(sentence, at); theme.has_value() && is_verb(sentence, theme->end)) {
    const std::size_t verb = theme->end;
    return clause_of(sentence, *std::move(theme), begin, verb, {verb, verb});
  }
  const std::size_t verb = behind_front(sentence, at);
  if (!is_verb(sentence, verb)) {
    return std::nullopt;
  }
  if (verb > at) {
    auto theme = theme_at(sentence, verb + 1);
    return theme.has_value() ? std::optional(clause_of(sentence, *std::move(theme), begin, verb, {at, verb}))
                             : std::nullopt;
  }
  if (verb + 1 >= sentence.size() || is_german_pronoun(sentence[verb + 1]) || (begin > 0 && sentence[verb].capital)) {
    return std::nullopt;
  }
  const bool shared = begin > 0 && before.has_value();
  if (!shared && (begin > 0 || !stands(sentence, verb, kElided))) {
    return std::nullopt;
  }
  GermanTheme theme = shared ? *before : GermanTheme{"user", kSelfSubject, 0};
  theme.end = verb + 1;
  return clause_of(sentence, std::move(theme), begin, verb, {verb, verb});
}

}  // namespace turnstream::language
