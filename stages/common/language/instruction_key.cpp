#include "stages/common/language/instruction_key.h"

#include <algorithm>
#include <vector>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/order_verbs.h"
#include "stages/common/language/stems.h"
#include "stages/common/language/stop_words.h"

namespace turnstream::language {
namespace {

/// The verb of an order in -ing in its plain form: "ending" as "end". Other words without their plural ending.
std::string stem_of(const std::string& lower) {
  constexpr std::string_view kEnding = "ing";
  if (lower.size() > 4 && lower.ends_with(kEnding)) {
    const std::string base = lower.substr(0, lower.size() - kEnding.size());
    for (const std::string& verb : {base, base + "e", base.substr(0, base.size() - 1)}) {
      if (is_order_verb(verb)) {
        return verb;
      }
    }
  }
  return stem(lower);
}

/// The words of [begin, end) that say what is ordered, as key words.
std::vector<std::string> key_words(Sentence sentence, std::size_t begin, std::size_t end) {
  static const WordSet kFiller(
      "a am an and are as at be bitte can do for i in is it just kindly may me my no not of off on or ought our out please quit so "
      "stop the to up us we would you");
  std::vector<std::string> words;
  for (std::size_t at = begin; at < end; ++at) {
    const Word& word = sentence[at];
    if (word.punctuation || kFiller.has(word.lower) || is_stop_word(word.lower)) {
      continue;
    }
    words.push_back(word.in(kNumber) ? "#" : is_language_name(word.lower) ? "language" : stem_of(word.lower));
  }
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text.append(text.empty() ? "" : " ").append(word);
  }
  return text;
}

/// What is ordered: the words of the order, but of "call me X" `name` and of "use A for B" its "for B", so that another name or
/// tool takes the place of this one, and of "use A, not B" both in order of the alphabet.
std::string object_of(Sentence sentence, std::size_t order, std::size_t end) {
  static const WordSet kUses("prefer take use");
  static const WordSet kFor("for when whenever");
  static const WordSet kNot("instead not over rather");
  static const WordSet kCall("call address");
  const std::size_t called = find_word(sentence, order, std::min(end, order + 4), kCall);
  const bool names = called + 1 < end && kCall.has(sentence[called].lower) &&
                     (sentence[called + 1].is("me") || sentence[called + 1].is("us"));
  if (names && !sentence[order].is("do")) {
    return "name";
  }
  const std::size_t use = order < end && sentence[order].is("please") ? order + 1 : order;
  if (use < end && kUses.has(sentence[use].lower)) {
    const std::size_t contrast = find_word(sentence, use + 1, end, kNot);
    const std::size_t purpose = find_word(sentence, use + 1, end, kFor);
    if (purpose < end && purpose < contrast) {
      return "use for " + joined(key_words(sentence, purpose, end));
    }
    if (contrast < end) {
      std::vector<std::string> words = key_words(sentence, use + 1, end);
      std::sort(words.begin(), words.end());
      return "use " + joined(words);
    }
  }
  return joined(key_words(sentence, order, end));
}

}  // namespace

std::size_t find_word(Sentence sentence, std::size_t begin, std::size_t end, const WordSet& words) {
  while (begin < end && !words.has(sentence[begin].lower)) {
    ++begin;
  }
  return begin;
}

std::string key_of_instruction(Sentence sentence, std::size_t begin, std::size_t order, std::size_t end) {
  std::string key = object_of(sentence, order, end);
  const std::string where = joined(key_words(sentence, begin, order));
  return where.empty() ? key : key.append(" | ").append(where);
}

}  // namespace turnstream::language
