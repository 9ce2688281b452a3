#include "stages/common/language/instruction_parts.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "stages/common/language/commands.h"
#include "stages/common/language/instruction_key.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/order_verbs.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

/// What the words before an order are.
enum class Lead : std::uint8_t { kNone, kTime, kCondition, kPlace };

Lead lead_at(Sentence sentence, std::size_t at) {
  static const WordSet kTimes("ab anytime from going künftig moving next starting until von zukünftig");
  static const WordSet kConditions(
      "after as before bevor each ehe every falls if immer jede jeden jedes once should sobald unless wenn when whenever");
  static const WordSet kPlaces("at between for in inside on with within");
  const Word& word = sentence[at];
  const auto behind = [&](std::string_view wanted) {
    return at + 2 < sentence.size() && (sentence[at + 1].is(wanted) || sentence[at + 2].is(wanted));
  };
  if (word.is("in") && behind("case")) {
    return Lead::kCondition;
  }
  if (word.is("at") && behind("most")) {
    return Lead::kNone;
  }
  const bool later = behind("future") || behind("zukunft") || behind("rest");
  if (word.in(kTimes) || ((word.is("in") || word.is("for")) && later)) {
    return Lead::kTime;
  }
  return word.in(kConditions) ? Lead::kCondition : word.in(kPlaces) ? Lead::kPlace : Lead::kNone;
}

/// " - ", "(", ";" and the like, at which an instruction ends. The dashes of "--dry-run" are part of it.
bool is_pause(Sentence sentence, std::size_t at) {
  const Word& mark = sentence[at];
  const bool last = at + 1 == sentence.size();
  if (mark.is("-")) {
    return at == 0 || (sentence[at - 1].end < mark.begin && (last || sentence[at + 1].begin > mark.end));
  }
  if (mark.is(":")) {
    return last || sentence[at + 1].punctuation;
  }
  return mark.is("—") || mark.is("–") || mark.is(";") || mark.is("(") || mark.is(")");
}

bool is_subject(const Word& word) {
  static const WordSet kSubjects("du er he i ich it she sie that there they this we wir you");
  return word.in(kSubjects);
}

/// Whether the words behind a comma do not belong to the order: "…, it is easier". A list belongs to it: "dates, times and sums".
bool cuts_at_comma(Sentence sentence, std::size_t comma) {
  static const WordSet kContinues(
      "after always as at außer before bevor but dass ehe especially even ever except for from if in including instead just like mich mir never nicht nor not "
      "on only or please rather sondern than then to uns unless until use wenn when whenever wherever with within without");
  if (comma + 1 >= sentence.size()) {
    return true;
  }
  if (sentence[comma + 1].in(kContinues)) {
    return false;
  }
  constexpr std::size_t kElementWordsMax = 4;
  const std::size_t end = std::min(sentence.size(), comma + 2 + kElementWordsMax);
  for (std::size_t at = comma + 1; at < end; ++at) {
    const Word& word = sentence[at];
    if (word.is("and") || word.is("or") || word.is("und") || word.is("oder")) {
      return at == comma + 1;
    }
    if (word.in(kAuxiliary) || is_subject(word) || (word.punctuation && !word.is(","))) {
      return true;
    }
  }
  return true;
}

bool cuts_at_word(Sentence sentence, std::size_t at, bool has_lead) {
  static const WordSet kReasons("although because cause cuz danke denn thank thanks weil");
  const Word& word = sentence[at];
  if (word.in(kReasons)) {
    return true;
  }
  if (at + 1 >= sentence.size()) {
    return false;
  }
  const Word& next = sentence[at + 1];
  if (word.is("so")) {
    return next.in(kPronoun | kDeterminer | kDeictic) && !next.is("that");
  }
  if (word.is("but")) {
    return !next.is("not") && !next.is("never") && !next.is("only");
  }
  if (word.is("or")) {
    return is_subject(next) || next.is("else");
  }
  return (word.is("and") || word.is("und")) &&
         (is_subject(next) || (!has_lead && is_command(sentence, at + 1, Command::kLasting)));
}

bool is_positive(Sentence sentence, std::size_t order, std::size_t end) {
  static const WordSet kNegative(
      "avoid enough hör höre kein keine keinen lass never nicht nie niemals no no-one nobody not nothing quit refrain stop");
  constexpr std::size_t kWordsMax = 8;
  for (std::size_t at = order; at < std::min(end, order + kWordsMax); ++at) {
    if (sentence[at].in(kNegative)) {
      return false;
    }
    if (is_order_verb(sentence[at].lower) && !sentence[at].is("do")) {
      return true;
    }
  }
  return true;
}

/// "we always", "we never" behind a place: "in this repo we always squash".
bool is_our_rule(Sentence sentence, std::size_t at) {
  static const WordSet kAlways("always never only");
  return sentence[at].is("we") && at + 1 < sentence.size() && sentence[at + 1].in(kAlways);
}

/// The text of [begin, end) without preposition, article and the marks behind it.
std::string place_text(Sentence sentence, std::size_t begin, std::size_t end) {
  static const WordSet kFront("all any at each every for in inside my on our the this with within your");
  while (begin < end && (sentence[begin].in(kFront) || sentence[begin].punctuation)) {
    ++begin;
  }
  while (end > begin && sentence[end - 1].punctuation) {
    --end;
  }
  return begin == end ? std::string() : written(sentence, begin, end);
}

void read_place(Sentence sentence, std::size_t begin, std::size_t order, InstructionScope& scope) {
  static const WordSet kProjects("branch codebase directory folder project repo repository thesis workspace");
  static const WordSet kGroups("class company department office school shop team");
  static const WordSet kTools("app browser calendar console editor inbox shell spreadsheet terminal tool");
  const std::string text = place_text(sentence, begin, order);
  const bool for_whom = sentence[begin].is("for");
  const bool one_word = text.find(' ') == std::string::npos;
  if (find_word(sentence, begin, order, kProjects) < order) {
    scope.project = text;
  } else if (find_word(sentence, begin, order, kTools) < order || (one_word && !for_whom && !kGroups.has(text))) {
    scope.tool = text;
  } else if (for_whom && one_word && begin + 1 < order && sentence[begin + 1].capital) {
    scope.person = text;
  } else {
    scope.condition = written(sentence, begin, order);
  }
}

/// "Grandpa" of "answer Grandpa in Polish", "reply to my aunt".
void read_person(Sentence sentence, std::size_t order, std::size_t end, InstructionScope& scope) {
  static const WordSet kTalks("answer reply respond speak talk");
  static const WordSet kBetween("my our the to with");
  std::size_t at = find_word(sentence, order, std::min(end, order + 3), kTalks) + 1;
  if (at > order + 3 || at > end) {
    return;
  }
  while (at < end && sentence[at].in(kBetween)) {
    ++at;
  }
  if (at < end && (sentence[at].in(kKin) || (sentence[at].capital && !is_language_name(sentence[at].lower)))) {
    scope.person = std::string(sentence[at].text);
  }
}

/// Whether "for" and one of the words stand there.
bool is_for(Sentence sentence, std::size_t at, const WordSet& words) {
  return at + 1 < sentence.size() && sentence[at].is("for") && sentence[at + 1].in(words);
}

/// "Everyone: never push to main", "All, please answer in English".
bool calls_all(Sentence sentence) {
  static const WordSet kCalled("all everybody everyone folks team y'all");
  std::size_t at = 0;
  while (at < sentence.size() && (sentence[at].punctuation || sentence[at].in(kOpening))) {
    ++at;
  }
  return at + 1 < sentence.size() && kCalled.has(sentence[at].lower) &&
         (sentence[at + 1].is(":") || sentence[at + 1].is(","));
}

}  // namespace

std::size_t order_of(Sentence sentence, std::size_t begin) {
  const Lead lead = lead_at(sentence, begin);
  if (lead == Lead::kNone) {
    return begin;
  }
  const Command command = lead == Lead::kCondition ? Command::kMain : Command::kAny;
  static const WordSet kGerman("ab bevor ehe falls immer jede jeden jedes künftig sobald von wenn zukünftig");
  const bool german = sentence[begin].in(kGerman) || (begin + 1 < sentence.size() && sentence[begin + 1].is("zukunft"));
  std::size_t first = begin;
  const bool going =
      begin + 1 < sentence.size() && sentence[begin + 1].is("forward");  // no order: "going forward, send"
  for (std::size_t at = begin + (going ? 2 : 1); at < sentence.size(); ++at) {
    const bool orders = german
                            ? is_german_order(sentence[at].lower)
                            : is_command(sentence, at, command) || (lead == Lead::kPlace && is_our_rule(sentence, at));
    const bool only_asks = sentence[at].is("please") && at + 1 == sentence.size();  // "from now on only German, please"
    if (sentence[at].quoted || !orders || only_asks) {
      continue;
    }
    if (lead != Lead::kCondition || sentence[at - 1].is(",")) {
      return at;
    }
    first = first == begin ? at : first;
  }
  return first;
}

std::size_t end_of_instruction(Sentence sentence, std::size_t begin, std::size_t order) {
  static const WordSet kTrailing("btw cheers lol pls thanks though thx tho");
  bool led =
      order == begin && lead_at(sentence, begin) != Lead::kNone;  // "Next time, two lines": the comma belongs to it
  std::size_t end = order + 1;
  for (; end < sentence.size(); ++end) {
    const Word& word = sentence[end];
    const bool passed = led && word.is(",");
    led = led && !passed;
    if (word.quoted || passed) {
      continue;
    }
    const bool cuts = word.is(",")       ? cuts_at_comma(sentence, end)
                      : word.punctuation ? is_pause(sentence, end)
                                         : cuts_at_word(sentence, end, order > begin);
    if (cuts) {
      break;
    }
  }
  while (end > order + 1 &&
         ((sentence[end - 1].punctuation && !sentence[end - 1].quoted) || sentence[end - 1].in(kTrailing))) {
    --end;
  }
  return end;
}

Instruction read_instruction(Sentence sentence, std::size_t begin, std::size_t order, std::size_t end) {
  static const WordSet kConditions("if unless when whenever wherever");
  static const WordSet kAll("everybody everyone");
  const std::size_t behind = end < sentence.size() && sentence[end].is(",") ? end + 1 : end;
  Instruction instruction;
  InstructionScope& scope = instruction.scope;
  const Lead lead = order > begin ? lead_at(sentence, begin) : Lead::kNone;
  const bool scoped = lead == Lead::kCondition || lead == Lead::kPlace;
  instruction.positive = is_positive(sentence, order, end);
  instruction.key = key_of_instruction(sentence, scoped ? begin : order, order, end, instruction.positive);
  if (lead == Lead::kPlace) {
    read_place(sentence, begin, order, scope);
  } else if (lead == Lead::kCondition) {
    std::size_t last = order;
    while (last > begin + 1 && sentence[last - 1].punctuation) {
      --last;
    }
    scope.condition = written(sentence, begin, last);
  }
  const std::size_t condition = find_word(sentence, order + 1, end, kConditions);
  if (scope.condition.empty() && condition < end) {
    scope.condition = written(sentence, condition, end);
  }
  read_person(sentence, order, end, scope);
  instruction.for_all = find_word(sentence, begin, std::min(end, begin + 2), kAll) < std::min(end, begin + 2) ||
                        !scope.project.empty() || is_for(sentence, end >= 2 ? end - 2 : end, kAll) ||
                        is_for(sentence, behind, kAll) || calls_all(sentence);
  return instruction;
}

}  // namespace turnstream::language
