#include "recall/ranking/signals.h"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/base/utf8.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {
namespace {

constexpr std::array<std::string_view, 7> kFirstPerson{"I", "my", "My", "me", "we", "We", "our"};
constexpr std::size_t kFirstPersonMax = 3;  ///< bytes
constexpr std::array<std::string_view, 38> kTimeWords{
    "yesterday", "today",     "tonight",  "tomorrow",  "last",     "ago",      "next",     "recently",
    "weekend",   "week",      "weeks",    "month",     "months",   "year",     "years",    "morning",
    "evening",   "night",     "since",    "january",   "february", "march",    "april",    "may",
    "june",      "july",      "august",   "september", "october",  "november", "december", "monday",
    "tuesday",   "wednesday", "thursday", "friday",    "saturday", "sunday"};
constexpr std::array<std::string_view, 6> kWhenPhrases{"what day",  "what date", "what month",
                                                       "what year", "what time", "how long"};

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& texts) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The place of the first two letters of a text in kTimeBeginnings, in any case. Precondition: the text has two bytes.
constexpr std::size_t beginning_of(std::string_view text) {
  constexpr unsigned kLetterBits = 5;
  constexpr unsigned kLetter = (1U << kLetterBits) - 1;
  return (static_cast<unsigned char>(text[0]) & kLetter) << kLetterBits |
         (static_cast<unsigned char>(text[1]) & kLetter);
}
/// How time words begin: most other words do not.
constexpr auto kTimeBeginnings = [] {
  std::array<bool, 1'024> beginnings{};
  for (const std::string_view word : kTimeWords) {
    beginnings[beginning_of(word)] = true;
  }
  return beginnings;
}();

bool says_time(std::string_view run) {
  constexpr std::size_t kYearDigits = 4;
  constexpr std::size_t kTimeWordMin = 3;
  constexpr std::size_t kTimeWordMax = 11;  // a letter that is one of ASCII in lower case may have three bytes
  if (run.size() == kYearDigits && std::all_of(run.begin(), run.end(), is_digit)) {
    return true;
  }
  if (run.size() < kTimeWordMin || run.size() > kTimeWordMax) {
    return false;
  }
  const bool is_ascii = static_cast<unsigned char>(run[0] | run[1]) < 0x80;
  return (!is_ascii || kTimeBeginnings[beginning_of(run)]) && is_one_of(to_lower(run), kTimeWords);
}

bool is_white_space_or_separator(char32_t c) {
  return is_white_space(c) || (c >= 0x1c && c <= 0x1f);
}

bool ends_with_question_mark(std::string_view text) {
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (last > 0 && (static_cast<unsigned char>(text[last]) & 0xc0) == 0x80) {
      --last;
    }
    if (!is_white_space_or_separator(code_point_at(text, last).value)) {
      break;
    }
    text = text.substr(0, last);
  }
  return text.ends_with('?');
}

}  // namespace

Signals signals_of(std::string_view text) {
  Signals signals;
  signals.question = ends_with_question_mark(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view run = next_run(text, at);
    signals.first_person = signals.first_person || (run.size() <= kFirstPersonMax && is_one_of(run, kFirstPerson));
    signals.time = signals.time || says_time(run);
  }
  return signals;
}

bool asks_when(std::string_view lower_query) {
  const auto stands_in = [&](std::string_view phrase) { return lower_query.find(phrase) != std::string_view::npos; };
  if (std::any_of(kWhenPhrases.begin(), kWhenPhrases.end(), stands_in)) {
    return true;
  }
  for (std::size_t at = 0; at < lower_query.size();) {
    if (next_run(lower_query, at) == "when") {
      return true;
    }
  }
  return false;
}

}  // namespace turnstream::recall
