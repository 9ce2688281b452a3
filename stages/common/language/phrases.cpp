#include "stages/common/language/phrases.h"

#include <algorithm>
#include <string_view>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/text_form.h"

namespace turnstream::language {
namespace {

bool is_year(const Word& word) {
  const std::string_view text = word.lower;
  return text.size() == 4 && (text.starts_with("19") || text.starts_with("20")) &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Whether a time begins here: "last year", "in 2019", "for three years", "on Mondays", "every day".
bool begins_time(Sentence sentence, std::size_t at) {
  static constexpr std::string_view kLeads[] = {"in",   "on",   "at",    "for",   "since", "during", "every",
                                                "each", "last", "next",  "this",  "over",  "past",   "until",
                                                "all",  "from", "about", "these", "within"};
  const Word& word = sentence[at];
  if (!is_one_of(kLeads, word.lower)) {
    return false;
  }
  for (std::size_t next = at + 1; next < std::min(sentence.size(), at + 5); ++next) {
    if (is_time_word(sentence[next])) {
      return true;
    }
    const bool passes = sentence[next].in(kNumber | kDeterminer | kDeictic) || sentence[next].is("last") ||
                        sentence[next].is("past") || sentence[next].is("about") || sentence[next].is("few") ||
                        sentence[next].is("next");
    if (!passes) {
      return false;
    }
  }
  return false;
}

bool ends_value(const Word& word) {
  return word.punctuation || word.in(kSubordinator) || (word.in(kConjunction) && !word.is("as"));
}

/// Whether the word at `joint` is an "and" or "&" that joins its neighbours into one name: "mac and cheese".
bool is_pair(Sentence sentence, std::size_t joint) {
  static constexpr std::string_view kPairs[] = {"mac cheese",    "fish chips",   "rock roll",    "arts crafts",
                                                "bed breakfast", "salt vinegar", "butter jelly", "research development",
                                                "gin tonic",     "drum bass"};
  if (joint == 0 || joint + 1 >= sentence.size() || !(sentence[joint].is("and") || sentence[joint].is("&"))) {
    return false;
  }
  std::string pair = sentence[joint - 1].lower;
  pair.append(" ").append(sentence[joint + 1].lower);
  return is_one_of(kPairs, pair);
}

/// Whether the phrase ends at the comma between two adjectives: "a safe" of "a safe, inviting place".
bool is_first_of_two_adjectives(Sentence sentence, std::size_t begin, std::size_t end) {
  if (end < begin + 2 || end + 1 >= sentence.size() || !sentence[end].is(",") || !sentence[end - 2].in(kDeterminer)) {
    return false;
  }
  const Word& next = sentence[end + 1];
  const bool clause = is_activity(next) && (end + 2 >= sentence.size() || sentence[end + 2].punctuation ||
                                            sentence[end + 2].in(kPreposition | kDeterminer));
  return !next.punctuation && !next.capital && !clause &&
         !next.in(kDeterminer | kDeictic | kPronoun | kConjunction | kSubordinator | kAdverb | kNumber | kTime |
                  kPreposition);
}

/// Whether a vague noun has a word that says which one is meant: "a music project", "my job", but not "a great new
/// project".
bool is_qualified(Sentence sentence, std::size_t begin, std::size_t end, const Word& head) {
  for (std::size_t at = begin; at < sentence.size() && &sentence[at] != &head; ++at) {
    const bool plain = sentence[at].in(kDeterminer | kEvaluation | kNumber | kIntensifier | kVague | kAdverb) ||
                       sentence[at].is("new") || sentence[at].is("next") || sentence[at].is("little") ||
                       sentence[at].is("own");
    if (!plain || sentence[at].is("my")) {
      return true;
    }
  }
  // Words behind the noun can say it too: "a book about bees", "a group of runners".
  const std::size_t behind = static_cast<std::size_t>(&head - sentence.data()) + 1;
  const bool of = behind < end && sentence[behind].is("of") && !head.in(kSmallTalk) && !head.in(kClosing);
  return head.capital || of ||
         (behind < end && (sentence[behind].is("about") || sentence[behind].is("on") || sentence[behind].is("named") ||
                           sentence[behind].is("called")));
}

}  // namespace

bool is_indefinite(const Word& word) {
  return word.is("a") || word.is("an") || word.is("another");
}

bool is_code(const Word& word) {
  return word.in(kNumber) || word.lower.find_first_of("0123456789_/:@.+#") != std::string::npos;
}

bool is_name(const Word& word) {
  return (word.capital || is_code(word)) && !word.is("i");
}

bool is_activity(const Word& word) {
  return word.lower.size() > 4 && word.lower.compare(word.lower.size() - 3, 3, "ing") == 0;
}

bool is_time_word(const Word& word) {
  return word.in(kTimeUnit) || is_year(word);
}

std::size_t end_of_phrase(Sentence sentence, std::size_t begin, Reach reach) {
  std::size_t at = begin;
  for (; at < sentence.size() && at - begin <= kPhraseWordsMax; ++at) {
    const Word& word = sentence[at];
    if (is_pair(sentence, at)) {
      continue;
    }
    if (ends_value(word)) {
      break;
    }
    if (at > begin && ((!reach.times && begins_time(sentence, at)) || (word.in(kTime) && !word.in(kDeictic)))) {
      break;
    }
    if (at > begin && !reach.prepositions && word.in(kPreposition) && !word.is("of") && !word.is("de") &&
        !word.is("near") && !word.is("per")) {
      break;
    }
    const bool span = word.in(kNumber) && at + 1 < sentence.size() && sentence[at + 1].in(kTimeUnit);
    if (at > begin && span && !reach.times && !sentence[at - 1].in(kPreposition)) {
      break;  // the phrase ends before "two years ago"
    }
    const bool any_more = word.is("any") && at + 1 < sentence.size() && sentence[at + 1].is("more");
    if (at > begin && any_more) {
      break;
    }
    if (at > begin && !reach.purposes && word.is("to")) {
      break;
    }
    if (at > begin && (word.is("instead") || word.is("rather") || (word.is("over") && !reach.times))) {
      break;
    }
  }
  if (is_first_of_two_adjectives(sentence, begin, at)) {
    return begin;
  }
  const bool dangles = at < sentence.size() && at > begin && !sentence[at].punctuation &&
                       sentence[at].in(kDeictic | kPronoun | kQuestionWord) && sentence[at - 1].in(kPreposition);
  if (dangles) {
    return begin;
  }
  if (at > begin + 1 && at < sentence.size() && sentence[at].is("than")) {
    --at;  // the phrase ends before "better than", "more than"
  }
  while (at > begin &&
         (sentence[at - 1].in(kClosing) || (at > begin + 1 && sentence[at - 1].in(kPreposition | kAdverb)))) {
    --at;
  }
  return at;
}

bool holds(Sentence sentence, std::size_t begin, std::size_t end, std::uint64_t classes) {
  return std::any_of(sentence.begin() + static_cast<std::ptrdiff_t>(begin),
                     sentence.begin() + static_cast<std::ptrdiff_t>(end),
                     [classes](const Word& word) { return word.in(classes); });
}

const Word& head_of(Sentence sentence, std::size_t begin, std::size_t end) {
  std::size_t at = begin;
  while (at + 1 < end && !sentence[at + 1].in(kPreposition) && !sentence[at + 1].is("named") &&
         !sentence[at + 1].is("called")) {
    ++at;
  }
  return sentence[at];
}

bool stands_alone(Sentence sentence, std::size_t begin, std::size_t end) {
  if (end - begin > kPhraseWordsMax || holds(sentence, begin, end, kPronoun | kDeictic | kQuestionWord | kNegation)) {
    return false;
  }
  for (std::size_t at = begin; at < end; ++at) {
    const bool month = sentence[at].is("may") && sentence[at].capital;
    if (sentence[at].in(kAuxiliary) && !month) {
      return false;
    }
  }
  const Word& head = head_of(sentence, begin, end);
  if (head.in(kDeterminer | kIntensifier) && !is_name(head)) {
    return false;
  }
  return !head.in(kVague) || is_qualified(sentence, begin, end, head);
}

std::size_t end_of_title(Sentence sentence, std::size_t at) {
  std::size_t end = at;
  while (end < sentence.size() && sentence[end].quoted && end - at <= kPhraseWordsMax) {
    ++end;
  }
  while (end > at && sentence[end - 1].punctuation) {
    --end;
  }
  const bool begins = at == 0 || !sentence[at - 1].quoted;
  return begins && end - at <= kPhraseWordsMax && sentence[at].capital ? end : at;
}

std::string written(Sentence sentence, std::size_t begin, std::size_t end) {
  const char* first = sentence[begin].text.data();
  const char* last = sentence[end - 1].text.data() + sentence[end - 1].text.size();
  return folded({first, static_cast<std::size_t>(last - first)});
}

}  // namespace turnstream::language
