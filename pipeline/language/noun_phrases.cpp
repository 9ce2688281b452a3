#include "pipeline/language/noun_phrases.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "pipeline/base/utf8.h"
#include "pipeline/language/lexicon.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kSubjectWordsMax = 6;
constexpr std::size_t kValueWordsMax = 10;
constexpr std::size_t kListedWordsMax = 5;
constexpr std::size_t kListedMax = 8;

bool is_indefinite(const Word& word) {
  return word.is("a") || word.is("an") || word.is("another");
}

bool is_code(const Word& word) {
  return word.in(kNumber) || word.lower.find_first_of("0123456789_/:@.+#") != std::string::npos;
}

/// A name is capital though it does not begin the sentence, or is no word of the language at all.
bool is_name(const Word& word) {
  return (word.capital || is_code(word)) && !word.is("i");
}

/// "hiking", or any other word in -ing.
bool is_activity(const Word& word) {
  return word.lower.size() > 4 && word.lower.compare(word.lower.size() - 3, 3, "ing") == 0;
}

bool is_year(const Word& word) {
  return word.lower.size() == 4 && (word.lower.compare(0, 2, "19") == 0 || word.lower.compare(0, 2, "20") == 0);
}

bool is_time_word(const Word& word) {
  return word.in(kTimeUnit) || is_year(word);
}

/// "last year", "in 2019", "for three years", "on Mondays", "every day".
bool begins_time(Sentence sentence, std::size_t at) {
  static constexpr std::array<std::string_view, 19> kLeads{"in",   "on",   "at",    "for",   "since", "during", "every",
                                                           "each", "last", "next",  "this",  "over",  "past",   "until",
                                                           "all",  "from", "about", "these", "within"};
  const Word& word = sentence[at];
  if (std::find(kLeads.begin(), kLeads.end(), word.lower) == kLeads.end()) {
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

std::string written(Sentence sentence, std::size_t begin, std::size_t end) {
  const char* first = sentence[begin].text.data();
  const char* last = sentence[end - 1].text.data() + sentence[end - 1].text.size();
  std::string text;
  for (const char c : std::string_view(first, static_cast<std::size_t>(last - first))) {
    const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!blank) {
      text.push_back(c);
    } else if (!text.empty() && text.back() != ' ') {
      text.push_back(' ');
    }
  }
  return text;
}

bool ends_value(const Word& word) {
  return word.punctuation || word.in(kSubordinator) || (word.in(kConjunction) && !word.is("as"));
}

/// "mac and cheese": one thing for all its "and".
bool is_pair(Sentence sentence, std::size_t joint) {
  static constexpr std::array<std::string_view, 10> kPairs{
      "mac cheese",   "fish chips",           "rock roll", "arts crafts", "bed breakfast", "salt vinegar",
      "butter jelly", "research development", "gin tonic", "drum bass"};
  if (joint == 0 || joint + 1 >= sentence.size() || !(sentence[joint].is("and") || sentence[joint].is("&"))) {
    return false;
  }
  std::string pair = sentence[joint - 1].lower;
  pair.append(" ").append(sentence[joint + 1].lower);
  return std::find(kPairs.begin(), kPairs.end(), pair) != kPairs.end();
}

/// "a safe, inviting place" read up to its comma.
bool is_cut_short(Sentence sentence, std::size_t begin, std::size_t end) {
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

/// Where the noun phrase that begins at `begin` ends. `prepositions`: it goes on behind them.
std::size_t end_of_phrase(Sentence sentence, std::size_t begin, bool prepositions, bool purposes = false) {
  std::size_t at = begin;
  for (; at < sentence.size() && at - begin <= kValueWordsMax; ++at) {
    const Word& word = sentence[at];
    if (is_pair(sentence, at)) {
      continue;
    }
    if (ends_value(word)) {
      break;
    }
    if (at > begin && (begins_time(sentence, at) || (word.in(kTime) && !word.in(kDeictic)))) {
      break;
    }
    if (at > begin && !prepositions && word.in(kPreposition) && !word.is("of") && !word.is("de") && !word.is("near") &&
        !word.is("per")) {
      break;
    }
    const bool span = word.in(kNumber) && at + 1 < sentence.size() && sentence[at + 1].in(kTimeUnit);
    if (at > begin && span) {
      break;  // "two years ago"
    }
    const bool any_more = word.is("any") && at + 1 < sentence.size() && sentence[at + 1].is("more");
    if (at > begin && any_more) {
      break;
    }
    if (at > begin && !purposes && word.is("to")) {
      break;
    }
    if (at > begin && (word.is("instead") || word.is("rather") || word.is("over"))) {
      break;
    }
  }
  if (is_cut_short(sentence, begin, at)) {
    return begin;
  }
  const bool dangles = at < sentence.size() && at > begin && !sentence[at].punctuation &&
                       sentence[at].in(kDeictic | kPronoun | kQuestionWord) && sentence[at - 1].in(kPreposition);
  if (dangles) {
    return begin;
  }
  if (at > begin + 1 && at < sentence.size() && sentence[at].is("than")) {
    --at;  // "better than", "more than"
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

/// The noun that a phrase is about: the last word before a preposition.
const Word& head_of(Sentence sentence, std::size_t begin, std::size_t end) {
  std::size_t at = begin;
  while (at + 1 < end && !sentence[at + 1].in(kPreposition) && !sentence[at + 1].is("named") &&
         !sentence[at + 1].is("called")) {
    ++at;
  }
  return sentence[at];
}

/// A vague noun says something with a word that tells it apart: "a music project", "my job", not "a great new project".
bool is_qualified(Sentence sentence, std::size_t begin, std::size_t end, const Word& head) {
  for (std::size_t at = begin; at < sentence.size() && &sentence[at] != &head; ++at) {
    const bool plain = sentence[at].in(kDeterminer | kEvaluation | kNumber | kIntensifier | kVague | kAdverb) ||
                       sentence[at].is("new") || sentence[at].is("next") || sentence[at].is("little") ||
                       sentence[at].is("own");
    if (!plain || sentence[at].is("my")) {
      return true;
    }
  }
  // "a book about bees", "a group of runners"
  const std::size_t behind = static_cast<std::size_t>(&head - sentence.data()) + 1;
  const bool of = behind < end && sentence[behind].is("of") && !head.in(kSmallTalk) && !head.in(kClosing);
  return head.capital || of ||
         (behind < end && (sentence[behind].is("about") || sentence[behind].is("on") || sentence[behind].is("named") ||
                           sentence[behind].is("called")));
}

/// Understood by whoever was not there: nothing points at the conversation.
bool stands_alone(Sentence sentence, std::size_t begin, std::size_t end) {
  if (end - begin > kValueWordsMax || holds(sentence, begin, end, kPronoun | kDeictic | kQuestionWord | kNegation)) {
    return false;
  }
  for (std::size_t at = begin; at < end; ++at) {
    const bool month = sentence[at].is("may") && sentence[at].capital;
    if (sentence[at].in(kAuxiliary) && !month) {
      return false;
    }
  }
  const Word& head = head_of(sentence, begin, end);
  if (head.in(kDeterminer) && !is_name(head)) {
    return false;
  }
  return !head.in(kVague) || is_qualified(sentence, begin, end, head);
}

bool fits_taste(Sentence sentence, std::size_t begin, std::size_t end) {
  const Word& first = sentence[begin];
  static constexpr std::array<std::string_view, 18> kCommonToAll{
      "ocean", "sea", "beach", "outdoors", "mountains", "mountain", "piano", "guitar", "violin",
      "rain",  "sun", "woods", "gym",      "cold",      "heat",     "smell", "sound",  "taste"};
  if (first.is("the")) {
    const Word& next = sentence[std::min(begin + 1, end - 1)];
    return next.capital || std::find(kCommonToAll.begin(), kCommonToAll.end(), next.lower) != kCommonToAll.end();
  }
  static constexpr std::array<std::string_view, 15> kPerceived{"seeing",  "hearing", "being",   "having",   "getting",
                                                               "knowing", "feeling", "talking", "chatting", "doing",
                                                               "how",     "giving",  "sharing", "making",   "helping"};
  const bool perceived = std::find(kPerceived.begin(), kPerceived.end(), first.lower) != kPerceived.end();
  return !(perceived && end - begin < 3) && !head_of(sentence, begin, end).in(kEvaluation);
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

bool fits_name(Sentence sentence, std::size_t begin, std::size_t end, Register reg) {
  if (reg == Register::kRecord) {
    return true;
  }
  for (std::size_t at = begin; at < end; ++at) {
    if (is_name(sentence[at]) || is_time_word(sentence[at])) {
      return true;
    }
  }
  const Word& first = sentence[begin];
  return (is_indefinite(first) || first.is("the") || !first.in(kAdverb | kEvaluation | kPassing | kPreposition)) &&
         !head_of(sentence, begin, end).in(kSmallTalk | kEvaluation | kPassing | kVague);
}

bool fits(Sentence sentence, std::size_t begin, std::size_t end, const ValueRules& rules) {
  if (begin >= end || !stands_alone(sentence, begin, end)) {
    return false;
  }
  if (rules.reg == Register::kRecord) {
    return true;
  }
  switch (rules.shape) {
    case Shape::kName:
      return fits_name(sentence, begin, end, rules.reg);
    case Shape::kOwned:
      return fits_owned(sentence, begin, end);
    case Shape::kEvent:
      return fits_event(sentence, begin, end);
    case Shape::kTaste:
      return fits_taste(sentence, begin, end);
    case Shape::kActivity:
      return is_activity(sentence[begin]) && end - begin > 1 && !sentence[begin].in(kReport) &&
             !sentence[begin].is("caring") && !sentence[begin].is("looking") && fits_taste(sentence, begin, end);
    case Shape::kCode:
      return is_name(sentence[begin]);
    case Shape::kKind:
      return !sentence[begin].in(kDeterminer | kNumber | kPreposition) && fits_taste(sentence, begin, end);

    case Shape::kThing:
      if (is_activity(sentence[begin]) && !sentence[begin].capital) {
        return false;
      }
      break;
    case Shape::kPhrase:
      break;
  }
  return !sentence[begin].in(kPreposition) && !head_of(sentence, begin, end).in(kEvaluation);
}

/// Behind the part of a list that ends at `end`: where the next part begins, or nothing. `closes`: by "and".
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

/// Whether the words from `begin` are of a kind with the list's first part, and no new clause.
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
    case Shape::kCode:
      return is_name(word);
    case Shape::kThing:
    case Shape::kPhrase:
    case Shape::kTaste:
    case Shape::kKind:
    case Shape::kActivity:
      break;
  }
  // A shorter list first: "climbing, sliding and playing games", but not "going out with friends and family".
  const std::size_t first_end = end_of_phrase(sentence, first, true);
  return (first_end - first == 1 && end - begin <= 2) ||
         (is_activity(word) == is_activity(sentence[first]) &&
          (is_activity(word) || (first_end - first <= 3 && end - begin <= 3)));
}

}  // namespace

std::vector<SubjectPhrase> subjects_at(Sentence sentence, std::size_t at) {
  const Word& first = sentence[at];
  if (first.is("i")) {
    return {{"user", Speaker::kI, true, at + 1}};
  }
  if (first.is("we")) {
    return {{"we", Speaker::kWe, true, at + 1}};
  }
  const bool own = first.is("my");
  if (first.in(kPronoun | kDeictic | kPreposition | kAuxiliary | kNegation | kQuestionWord) && !own) {
    return {};
  }
  const bool article = first.is("the") || first.is("our") || first.is("a") || first.is("an");
  const std::size_t begin = own || article ? at + 1 : at;
  std::vector<SubjectPhrase> subjects;
  for (std::size_t end = begin + 1; end < sentence.size() && end - begin <= kSubjectWordsMax; ++end) {
    const Word& last = sentence[end - 1];
    if (last.punctuation || last.quoted || last.in(kConjunction | kSubordinator | kNegation | kHypothesis | kReport) ||
        (last.in(kPronoun | kDeictic) && !last.is("one"))) {
      break;
    }
    if (last.in(kPreposition | kAuxiliary | kAdverb | kDeterminer) && !last.is("of") && !last.is("for")) {
      continue;
    }
    SubjectPhrase subject;
    std::string text = with_plain_apostrophes(normalise(written(sentence, begin, end)));
    subject.text = own ? std::string("user's ").append(text) : std::move(text);
    const bool named = end - begin == 1 && last.capital && !is_code(last) && end < sentence.size() &&
                       sentence[end].lower.size() > 1 && sentence[end].lower.back() == 's';
    subject.person = holds(sentence, begin, end, kKin) || named;
    subject.end = end;
    if (subject.text == "user" || (first.is("the") && subject.text == "user")) {
      subject.person = true;
    }
    subjects.push_back(std::move(subject));
  }
  return subjects;
}

std::vector<std::string> values_at(Sentence sentence, std::size_t at, const ValueRules& rules) {
  const bool prepositions = rules.shape != Shape::kName || rules.reg == Register::kRecord;
  const bool purposes =
      rules.shape == Shape::kTaste || rules.shape == Shape::kActivity || rules.reg == Register::kRecord;
  std::vector<std::string> values;
  bool closed = false;
  std::vector<std::string> listed;  // behind commas: they count only if an "and" closes the list
  for (std::size_t begin = at; begin < sentence.size() && !sentence[begin].quoted;) {
    const std::size_t end = end_of_phrase(sentence, begin, prepositions, purposes);
    const bool first = begin == at;
    if (!fits(sentence, begin, end, rules) || (!first && !continues_list(sentence, at, begin, end, rules))) {
      break;
    }
    (first ? values : listed).push_back(written(sentence, begin, end));
    if (closed) {
      break;
    }
    begin = rules.many && listed.size() < kListedMax ? next_part(sentence, end, closed) : 0;
    if (begin == 0) {
      break;
    }
  }
  if (closed) {
    values.insert(values.end(), listed.begin(), listed.end());
  }
  return values;
}

namespace {

/// What a person is: an age, a role, or something that lasts.
std::vector<std::string> personal_predicate(Sentence sentence, std::size_t at, bool self) {
  const Word& first = sentence[at];
  const std::size_t end = end_of_phrase(sentence, at, false);
  if (end <= at || !stands_alone(sentence, at, end)) {
    return {};
  }
  const Word& head = head_of(sentence, at, end);
  if (is_indefinite(first) && end - at >= 2) {
    const bool judged = holds(sentence, at + 1, end, kEvaluation | kPassing | kSmallTalk | kIntensifier);
    return judged || (!self && head.in(kAdverb)) ? std::vector<std::string>{}
                                                 : std::vector<std::string>{written(sentence, at, end)};
  }
  if (first.is("the") && end - at >= 3 && holds(sentence, at, end, kPreposition) &&
      !holds(sentence, at, end, kEvaluation | kPassing)) {
    return {written(sentence, at, end)};
  }
  if (!self && is_name(first) && end - at <= 3) {
    return {written(sentence, at, end)};  // "the release manager is Noor"
  }
  if (first.in(kLasting) && end - at <= 2) {
    return {written(sentence, at, end)};
  }
  return {};
}

/// A thing that has one value at a time: whatever word comes is its value.
bool is_setting(const SubjectPhrase& subject) {
  const std::size_t blank = subject.text.rfind(' ');
  const std::string_view last = std::string_view(subject.text).substr(blank == std::string::npos ? 0 : blank + 1);
  return subject.text.find("favo") != std::string::npos || (classes_of(last) & kSetting) != 0;
}

}  // namespace

std::vector<std::string> predicates_at(Sentence sentence, std::size_t at, const SubjectPhrase& subject, Register reg) {
  if (at >= sentence.size() || sentence[at].punctuation || sentence[at].quoted) {
    return {};
  }
  const bool record = reg == Register::kRecord;
  const ValueRules rules{Shape::kName, reg, false};
  if (record) {
    return values_at(sentence, at, rules);
  }
  const bool settled = subject.speaker == Speaker::kOther && is_setting(subject);
  if (!settled && (subject.speaker != Speaker::kOther || subject.person)) {
    return personal_predicate(sentence, at, subject.speaker != Speaker::kOther);
  }
  const Word& first = sentence[at];
  const std::size_t end = end_of_phrase(sentence, at, false);
  if (end <= at || !stands_alone(sentence, at, end) || first.is("my") || first.in(kIntensifier) ||
      first.in(kPreposition)) {
    return {};
  }
  if (settled && !first.in(kEvaluation | kIntensifier)) {
    return {written(sentence, at, end)};
  }
  if (holds(sentence, at, end, kEvaluation | kPassing | kIntensifier)) {
    return {};
  }
  const bool article = is_indefinite(first) || first.is("the");
  const bool named = is_name(head_of(sentence, at, end)) || is_name(first) || is_time_word(first);
  if (named || first.in(kNumber) || (first.in(kProperty) && end - at <= 2) ||
      (article && end - at >= 2 && !head_of(sentence, at, end).in(kSmallTalk | kVague))) {
    return {written(sentence, at, end)};
  }
  return {};
}

}  // namespace turnstream::language
