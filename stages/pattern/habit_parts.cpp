#include "stages/pattern/habit_parts.h"

#include <algorithm>
#include <string_view>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/word_set.h"

namespace turnstream::pattern {
namespace {

using language::Sentence;
using language::Word;
using language::WordSet;

/// Words that end a noun phrase.
constexpr std::uint64_t kNoNoun = language::kPronoun | language::kDeterminer | language::kDeictic |
                                  language::kPreposition | language::kConjunction | language::kSubordinator |
                                  language::kAuxiliary | language::kNegation | language::kTime | language::kAdverb |
                                  language::kClosing;

bool is_articled(const Word& word) {
  static const WordSet kArticles("a an my our the");
  return kArticles.has(word.lower);
}

/// Whether the word begins a noun phrase without being part of it.
bool is_determiner(const Word& word) {
  static const WordSet kDeterminers("a an any her his my our some that the their this your");
  return kDeterminers.has(word.lower);
}

bool is_noun(Sentence words, std::size_t at) {
  const Word& word = words[at];
  const bool of_time = word.in(language::kTimeUnit) &&
                       (at + 1 >= words.size() || words[at + 1].punctuation || words[at + 1].in(kNoNoun));
  return !word.punctuation && !word.quoted && !of_time && !word.in(kNoNoun);
}

/// Verbs whose object stands behind a preposition, each with it.
bool has_object_behind(std::string_view verb, std::string_view preposition) {
  static const WordSet kPairs(
      "chat-with go-to head-to listen-to look-after play-for play-in sing-in talk-to talk-with train-at volunteer-at write-to");
  const auto pair = [&preposition](std::string_view base) { return std::string(base).append("-").append(preposition); };
  if (kPairs.has(pair(verb))) {
    return true;
  }
  return verb.ends_with("ing") && (kPairs.has(pair(verb.substr(0, verb.size() - 3))) ||
                                   kPairs.has(pair(std::string(verb.substr(0, verb.size() - 3)) + "e")));
}

bool is_particle(const Word& word) {
  static const WordSet kParticles("away back down off out over up");
  return kParticles.has(word.lower);
}

bool is_gerund_of(std::string_view form, std::string_view base) {
  if (!form.ends_with("ing")) {
    return false;
  }
  const std::string stem(form.substr(0, form.size() - 3));
  const bool doubled =
      stem.size() > 2 && stem.back() == stem[stem.size() - 2] && stem.substr(0, stem.size() - 1) == base;
  const bool dying = base.ends_with("ie") && stem == std::string(base.substr(0, base.size() - 2)) + "y";
  return stem == base || stem + "e" == base || doubled || dying;
}

}  // namespace

bool is_gerund(const Word& word) {
  return word.lower.size() > 4 && word.lower.ends_with("ing");
}

std::optional<NounPhrase> noun_phrase_at(Sentence words, std::size_t at) {
  NounPhrase phrase;
  if (at < words.size() && is_determiner(words[at])) {
    phrase.determiner = words[at].lower;
    ++at;
  }
  static const WordSet kOthers("her his that their this your");
  phrase.of_other = kOthers.has(phrase.determiner);
  for (; at < words.size() && is_noun(words, at); ++at) {
    if (!phrase.head.empty()) {
      phrase.before.push_back(std::move(phrase.head));
    }
    phrase.head = words[at].lower;
    phrase.of_other = phrase.of_other || words[at].possessive;
  }
  phrase.end = at;
  return phrase.head.empty() ? std::nullopt : std::optional(std::move(phrase));
}

std::vector<std::string> plain_words(Sentence words, std::size_t begin, std::size_t end) {
  std::vector<std::string> plain;
  for (std::size_t at = begin; at < end; ++at) {
    if (!words[at].punctuation && !is_articled(words[at])) {
      plain.push_back(words[at].lower);
    }
  }
  return plain;
}

Activity activity_of(Sentence words) {
  Activity activity;
  std::size_t at = 0;
  if (words.size() > 1 && (words[0].is("go") || words[0].is("going")) && is_gerund(words[1])) {
    ++at;
  }
  activity.verb.push_back(words[at].lower);
  ++at;
  if (at < words.size() && (is_particle(words[at]) || has_object_behind(activity.verb.front(), words[at].lower))) {
    activity.verb.push_back(words[at].lower);
    ++at;
  }
  activity.object = noun_phrase_at(words, at);
  activity.rest = plain_words(words, activity.object.has_value() ? activity.object->end : at, words.size());
  return activity;
}

std::vector<Activity> activities_of_habit(Sentence words) {
  std::vector<Activity> activities;
  if (words.empty()) {
    return activities;
  }
  activities.push_back(activity_of(words));
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    if ((words[at].is("while") || words[at].is("when")) && is_gerund(words[at + 1])) {
      activities.push_back(activity_of(words.subspan(at + 1)));
      break;
    }
  }
  return activities;
}

bool begins_with(std::span<const std::string> words, std::string_view phrase) {
  const std::vector<std::string_view> wanted = language::words_between(phrase);
  return wanted.size() <= words.size() && std::equal(wanted.begin(), wanted.end(), words.begin());
}

bool is_same_verb(const std::string& one, const std::string& other) {
  return one == other || is_gerund_of(one, other) || is_gerund_of(other, one);
}

}  // namespace turnstream::pattern
