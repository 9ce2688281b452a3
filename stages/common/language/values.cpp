#include "stages/common/language/values.h"

#include <algorithm>
#include <string_view>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kListedWordsMax = 5;
constexpr std::size_t kListedMax = 8;

// The functions fits_… check whether the phrase [begin, end) has one of the shapes of verb_rows.h.

bool fits_taste(Sentence sentence, std::size_t begin, std::size_t end) {
  const Word& first = sentence[begin];
  static constexpr std::string_view kKnownToAll[] = {"ocean", "sea",    "beach",  "outdoors", "mountains", "mountain",
                                                     "piano", "guitar", "violin", "rain",     "sun",       "woods",
                                                     "gym",   "cold",   "heat",   "smell",    "sound",     "taste"};
  if (first.is("the")) {
    const Word& next = sentence[std::min(begin + 1, end - 1)];
    return next.capital || is_one_of(kKnownToAll, next.lower);
  }
  static constexpr std::string_view kFeelings[] = {
      "seeing", "hearing", "being",  "having",  "getting", "knowing", "feeling",  "talking", "chatting",
      "doing",  "how",     "giving", "sharing", "making",  "sinking", "escaping", "losing",  "get",
      "be",     "see",     "hear",   "have",    "feel",    "know",    "think",    "just"};
  // Refused, if its first word (behind "to") is in kFeelings: "getting lost in it" is not a lasting taste.
  const Word& verb = first.is("to") && end - begin > 1 ? sentence[begin + 1] : first;
  const bool state = is_one_of(kFeelings, verb.lower) || verb.is("to");
  return !state && !head_of(sentence, begin, end).in(kEvaluation);
}

bool fits_owned(Sentence sentence, std::size_t begin, std::size_t end) {
  const Word& first = sentence[begin];
  if (first.in(kDeterminer | kNumber) && sentence[std::min(begin + 1, end - 1)].is("of")) {
    return false;
  }
  const bool counted =
      is_indefinite(first) || (first.in(kNumber) && end - begin > 1) || first.is("several") || first.is("some");
  const Word& head = head_of(sentence, begin, end);
  if (!counted && !first.in(kBareNoun) && !head.in(kBareNoun)) {
    return false;
  }
  static constexpr std::string_view kComing[] = {"next", "tomorrow", "tonight", "today", "this", "coming"};
  if (end < sentence.size() && is_one_of(kComing, sentence[end].lower)) {
    return false;  // an appointment: "a tournament next month"
  }
  const bool judged = end - begin > 1 && sentence[begin + 1].in(kEvaluation | kIntensifier | kSmallTalk);
  return !judged && !head.in(kSmallTalk | kEvaluation | kTimeUnit);
}

bool fits_event(Sentence sentence, std::size_t begin, std::size_t end) {
  const Word& first = sentence[begin];
  const Word& head = head_of(sentence, begin, end);
  const bool named = is_indefinite(first) || first.is("my") || first.is("our") || first.is("the") ||
                     first.in(kNumber) || is_name(first);
  const bool definite = first.is("the") && !sentence[std::min(begin + 1, end - 1)].capital;
  const bool some_of = head.is("some") || head.is("one");
  if (first.is("my") && end - begin >= 3 && !head.in(kEvaluation | kTimeUnit)) {
    return true;  // "my driving test"
  }
  return named && !some_of && !(definite && end - begin < 4) && !head.in(kSmallTalk | kEvaluation | kTimeUnit);
}

bool fits_name(Sentence sentence, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; ++at) {
    if (is_name(sentence[at]) || is_time_word(sentence[at])) {
      return true;
    }
  }
  const Word& first = sentence[begin];
  return (is_indefinite(first) || first.is("the") || !first.in(kAdverb | kEvaluation | kPassing | kPreposition)) &&
         !head_of(sentence, begin, end).in(kSmallTalk | kEvaluation | kPassing | kVague);
}

/// "I have been playing ever since", "I play professionally".
bool is_manner(const Word& word) {
  return word.is("ever") || (word.lower.ends_with("ally") && word.classes == 0 && !word.capital);
}

bool fits(Sentence sentence, std::size_t begin, std::size_t end, const ValueRules& rules) {
  if (begin >= end || !stands_alone(sentence, begin, end)) {
    return false;
  }
  if (rules.reg == Register::kRecord) {
    return !sentence[end - 1].in(kPreposition | kDeterminer) || is_name(sentence[end - 1]);
  }
  const bool time = sentence[begin].in(kTime) || (sentence[begin].in(kTimeUnit) && rules.many);
  if (time || (sentence[begin].in(kNumber) && end - begin > 1 && sentence[begin + 1].in(kTimeUnit) &&
               rules.shape == Shape::kOwned)) {
    return false;  // the words are a time: "I work on Monday", "I have three minutes left"
  }
  switch (rules.shape) {
    case Shape::kName:
      return fits_name(sentence, begin, end);
    case Shape::kOwned:
      return fits_owned(sentence, begin, end);
    case Shape::kEvent:
      return fits_event(sentence, begin, end);
    case Shape::kTaste:
      return fits_taste(sentence, begin, end);
    case Shape::kActivity:
      return is_activity(sentence[begin]) && end - begin > 1 && !sentence[begin].in(kReport) &&
             !sentence[begin].is("caring") && !sentence[begin].is("looking") && fits_taste(sentence, begin, end);
    case Shape::kPlace:
      return is_name(sentence[begin]) && (sentence[begin].lower[0] < '0' || sentence[begin].lower[0] > '9');
    case Shape::kCode:
      return is_name(sentence[begin]);
    case Shape::kKind:
      return !sentence[begin].in(kDeterminer | kNumber | kPreposition) &&
             !(sentence[begin].in(kPassing) && end - begin == 1) && fits_taste(sentence, begin, end);
    case Shape::kThing:
      if ((is_activity(sentence[begin]) && !sentence[begin].capital) || is_manner(sentence[begin])) {
        return false;
      }
      break;
    case Shape::kPhrase:
      break;
  }
  return !sentence[begin].in(kPreposition) && !head_of(sentence, begin, end).in(kEvaluation);
}

/// The beginning of the list element that follows the one ending at `end`, or 0 if the list ends. Sets `closes` to
/// whether it follows "and" or "&", and so is the last one.
std::size_t next_part(Sentence sentence, std::size_t end, bool& closes) {
  std::size_t at = end;
  bool joined = false;
  closes = false;
  while (at < sentence.size() && at < end + 2 &&
         (sentence[at].is(",") || sentence[at].is("and") || sentence[at].is("&"))) {
    joined = true;
    closes = closes || !sentence[at].is(",");
    ++at;
  }
  return joined && at < sentence.size() ? at : 0;
}

/// Whether the value that ends at `end` is one of several choices: "8080 or 9090", "8080, 8081".
bool is_open_choice(Sentence sentence, std::size_t end) {
  const bool number_follows = end + 1 < sentence.size() && sentence[end].is(",") && sentence[end + 1].in(kNumber);
  return end < sentence.size() && (sentence[end].is("or") || number_follows);
}

/// Whether the phrase [begin, end) is another element of the list that starts at `first`, and not a new clause.
bool continues_list(Sentence sentence, std::size_t first, std::size_t begin, std::size_t end, const ValueRules& rules) {
  if (end - begin > kListedWordsMax) {
    return false;
  }
  const Word& word = sentence[begin];
  switch (rules.shape) {
    case Shape::kEvent:
    case Shape::kOwned:
      return word.in(kDeterminer | kNumber | kBareNoun) || is_name(word);
    case Shape::kName:
    case Shape::kPlace:
    case Shape::kCode:
      return is_name(word);
    case Shape::kThing:
    case Shape::kPhrase:
    case Shape::kTaste:
    case Shape::kKind:
    case Shape::kActivity:
      break;
  }
  // Elements must be short or of the same kind: "climbing, sliding and playing games", not "going out with friends and
  // family".
  const std::size_t first_end = end_of_phrase(sentence, first, {.prepositions = true});
  return (first_end - first == 1 && end - begin <= 2) ||
         (is_activity(word) == is_activity(sentence[first]) &&
          (is_activity(word) || (first_end - first <= 3 && end - begin <= 3)));
}

}  // namespace

std::vector<std::string> values_at(Sentence sentence, std::size_t at, const ValueRules& rules) {
  const bool prepositions =
      (rules.shape != Shape::kName && rules.shape != Shape::kPlace) || rules.reg == Register::kRecord;
  const bool purposes =
      rules.shape == Shape::kTaste || rules.shape == Shape::kActivity || rules.reg == Register::kRecord;
  if (const std::size_t end = at < sentence.size() ? end_of_title(sentence, at) : at; end > at) {
    return {written(sentence, at, end)};  // a title: "Home Alone"
  }
  std::vector<std::string> values;
  bool closed = false;
  bool complete = false;
  std::vector<std::string>
      listed;  // the values after the first; dropped unless one behind "and" or "&" closes the list
  for (std::size_t begin = at; begin < sentence.size() && !sentence[begin].quoted;) {
    std::size_t end = end_of_phrase(sentence, begin, {prepositions, purposes, rules.reg == Register::kRecord});
    const bool first = begin == at;
    const bool shortens = first && (rules.shape == Shape::kPhrase || rules.shape == Shape::kThing);
    if (shortens && !fits(sentence, begin, end, rules)) {
      end = end_of_phrase(sentence, begin, {});  // "TypeScript for anything that we write" becomes "TypeScript"
    }
    if (!fits(sentence, begin, end, rules) || (!first && !continues_list(sentence, at, begin, end, rules))) {
      break;
    }
    if (first && !rules.many && is_open_choice(sentence, end)) {
      break;
    }
    (first ? values : listed).push_back(written(sentence, begin, end));
    complete = closed;
    if (closed) {
      break;
    }
    begin = rules.many && listed.size() < kListedMax ? next_part(sentence, end, closed) : 0;
    if (begin == 0) {
      break;
    }
  }
  if (complete) {
    values.insert(values.end(), listed.begin(), listed.end());
  }
  return values;
}

}  // namespace turnstream::language
