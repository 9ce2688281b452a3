#include "stages/consolidation/speech/times.h"

#include <algorithm>

#include "stages/common/notes/word_classes.h"
#include "stages/consolidation/speech/word_table.h"
#include "stages/consolidation/speech/wording_words.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kDoneBytesMin = 5;  ///< "used" is a word of other classes, "red" and "bed" are not verbs

bool is_year(std::string_view word) {
  return word.size() == 4 && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "15th"
bool is_day_of_month(std::string_view word) {
  const bool ends = word.ends_with("th") || word.ends_with("st") || word.ends_with("nd") || word.ends_with("rd");
  return ends && word.front() >= '1' && word.front() <= '9' && word.size() <= 4;
}

/// Whether the word is a verb in the past, as far as its form tells.
bool is_done(const Token& token) {
  return (token.classes & notes::kEvent) != 0 || (token.content && token.text.size() >= kDoneBytesMin &&
                                                  token.text.ends_with("ed") && !token.text.ends_with("eed"));
}

/// Whether the last talk stands behind this place: "since we last spoke", "since our last chat".
bool is_last_talk(Tokens tokens, std::size_t at) {
  constexpr std::size_t kWordsBetween = 2;
  for (std::size_t i = at; i < at + kWordsBetween + 1; ++i) {
    const words::Word& word = word_at(tokens, i);
    const words::Word& next = word_at(tokens, i + 1);
    if (words::kTalkPairs.has(word, next) || words::kTalkPairsBehindSince.has(word, next)) {
      return true;
    }
  }
  return false;
}

/// Whether a span of time stands at this place, maybe behind a number, or before what came in it: "few months", "week's match".
bool is_time_span(Tokens tokens, std::size_t at) {
  const bool counted = at < tokens.size() && (tokens[at].classes & notes::kNumber) != 0;
  return words::kTimeSpans.has(without_s(word_at(tokens, at + (counted ? 1 : 0))));
}

/// Whether has_relative_time() looks at more than this word.
bool can_tell_time(const words::Word& word) {
  static constexpr words::ListSet kTimes =
      words::set_of(words::kRelativeTimes, words::kMonths, words::kTimeSpans, words::kDemonstratives);
  const bool digit = !word.empty() && word.front() >= '1' && word.front() <= '9';
  return word.lists().meets(kTimes) || digit || word.ends_with("'s") || word == "just" || word == "last" ||
         word == "next" || word == "past" || word == "other";
}

}  // namespace

bool is_since_last_talk(Tokens tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text == "since" && is_last_talk(tokens, i + 1)) {
      return true;
    }
  }
  return false;
}

bool tells_event(Tokens tokens) {
  constexpr std::size_t kAdverbsMax = 2;
  if (std::any_of(tokens.begin(), tokens.end(), [](const Token& token) { return is_year(token.text); })) {
    return false;
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!words::kWeOrI.has(tokens[i].text)) {
      continue;
    }
    std::size_t verb = i + 1;
    while (verb <= i + kAdverbsMax && words::kBeforeVerbs.has(word_at(tokens, verb))) {
      ++verb;
    }
    if (verb < tokens.size() && is_done(tokens[verb])) {
      return true;
    }
  }
  return false;
}

bool has_relative_time(Tokens tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!can_tell_time(tokens[i].text)) {
      continue;
    }
    const words::Word word = without_s(tokens[i].text);
    const words::Word& next = word_at(tokens, i + 1);
    const bool month_alone = words::kMonths.has(word) && !is_year(next) && !is_year(word_at(tokens, i + 2));
    if (words::kRelativeTimes.has(word) || month_alone ||
        (is_day_of_month(word) && i > 0 && tokens[i - 1].text == "the") ||
        (word == "just" && i + 1 < tokens.size() && is_done(tokens[i + 1])) ||
        (next == "back" && words::kTimeSpans.has(word))) {
      return true;
    }
    const bool before_span = word == "last" || word == "next" || word == "past" || words::kDemonstratives.has(word);
    if ((before_span && is_time_span(tokens, i + 1)) || (word == "other" && next == "day")) {
      return true;
    }
  }
  return is_since_last_talk(tokens);
}

}  // namespace turnstream::consolidation
