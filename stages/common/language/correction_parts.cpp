#include "stages/common/language/correction_parts.h"

#include <algorithm>
#include <string_view>

#include "stages/common/language/commands.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/verb_rows.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kSubjectWordsMax = 6;
constexpr std::size_t kValueWordsMax = 14;
constexpr std::size_t kDenialSubjectWordsMax = 4;

bool is_being(const Word& word) {
  static const WordSet kForms("am are be bin is was were heißt ist sind");
  return word.in(kForms);
}

/// "The recipe's for four": what looks like a possessive, before what no possessive stands before.
bool is_hidden_being(Sentence sentence, std::size_t at) {
  return sentence[at].possessive && sentence[at].text.ends_with("s") && at + 1 < sentence.size() &&
         (sentence[at + 1].in(kDeterminer | kPreposition | kNumber) || is_code(sentence[at + 1]));
}

/// "returns", "closes"; not "this", "focus", "pass".
bool is_third_person(const Word& word) {
  const std::string_view lower = word.lower;
  return lower.size() > 4 && lower.back() == 's' &&
         std::string_view("aisu").find(lower[lower.size() - 2]) == std::string_view::npos && !word.possessive &&
         !word.in(kDeterminer | kPronoun | kAdverb | kPreposition | kTimeUnit);
}

bool is_other_verb(const Word& word) {
  static const WordSet kForms("haben has hat have");
  return word.in(kForms) || is_third_person(word) || !rows_with(VerbForm::kFinite, word.lower).empty();
}

/// Where the value begins behind "I meant", "what I meant was", and the verb; absent if none begins at `at`.
std::optional<std::pair<std::size_t, CorrectingVerb>> behind_meant(Sentence sentence, std::size_t at) {
  struct Lead {
    std::string_view words;
    CorrectingVerb verb;
  };
  static constexpr Lead kLeads[] = {
      {"what i meant was", CorrectingVerb::kMeant}, {"what i meant is", CorrectingVerb::kMeant},
      {"i meant to say", CorrectingVerb::kMean},    {"i meant to write", CorrectingVerb::kMean},
      {"i meant", CorrectingVerb::kMeant},          {"i mean", CorrectingVerb::kMean},
      {"make that", CorrectingVerb::kShouldBe},     {"ich meinte", CorrectingVerb::kMeant}};
  // "I meant to call", "I meant it", "I meant well"
  static const WordSet kNoValues("about as business every for good harm it just no only that to well what");
  for (const Lead& lead : kLeads) {
    std::size_t next = at;
    for (const std::string_view word : words_between(lead.words)) {
      next = next < sentence.size() && sentence[next].is(word) ? next + 1 : sentence.size() + 1;
    }
    if (next <= sentence.size()) {
      const bool value = next < sentence.size() && !sentence[next].in(kNoValues);
      return value ? std::optional(std::pair(next, lead.verb)) : std::nullopt;
    }
  }
  return std::nullopt;
}

/// The verb of the clause that begins at `at`, and where the value begins behind it. Forms of "be" come first: "the glasses are".
std::optional<std::pair<Part, CorrectingVerb>> verb_behind(Sentence sentence, std::size_t at) {
  const std::size_t last = std::min(sentence.size(), at + kSubjectWordsMax);
  std::optional<std::size_t> other;
  for (std::size_t verb = at; verb < last; ++verb) {
    if (sentence[verb].punctuation) {
      break;
    }
    if (verb > at && is_being(sentence[verb])) {
      std::size_t first = verb;
      while (first > at + 1 && sentence[first - 1].in(kAuxiliary | kAdverb)) {
        --first;
      }
      const bool should = first < verb && sentence[first].is("should");
      return std::pair(Part{first, verb + 1}, should ? CorrectingVerb::kShouldBe : CorrectingVerb::kBe);
    }
    if (is_hidden_being(sentence, verb)) {
      return std::pair(Part{verb + 1, verb + 1}, CorrectingVerb::kBe);
    }
    other = !other.has_value() && verb > at && is_other_verb(sentence[verb]) ? verb : other;
  }
  return other.has_value() ? std::optional(std::pair(Part{*other, *other + 1}, CorrectingVerb::kOther)) : std::nullopt;
}

/// Whether a value ends before the word at `at`: before a mark, "because", "and we".
bool ends_value(Sentence sentence, std::size_t begin, std::size_t at) {
  static const WordSet kJoints("although because but cause since so though weil which");
  static const WordSet kSubjects("he i it she that they we you");
  const Word& word = sentence[at];
  if (word.punctuation && !word.quoted) {
    return !(word.is("&") || word.is("/") || word.is("'"));
  }
  const bool negates = at > begin && sentence[at - 1].in(kAuxiliary);  // "but has not decided"
  const bool joins = word.is("and") && at + 1 < sentence.size();
  const bool contrasts = (word.is("not") && !negates) || word.is("nicht") || (joins && sentence[at + 1].is("not"));
  return at > begin && (contrasts || word.in(kJoints) || (joins && sentence[at + 1].in(kSubjects)));
}

bool is_pointer(const Word& word) {
  static const WordSet kPointers("he i it she that these they this those we");
  return word.in(kPointers);
}

bool is_of(Sentence sentence, std::size_t at, Given kind) {
  static const WordSet kDays(
      "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october "
      "november december tomorrow today montag dienstag mittwoch donnerstag freitag samstag sonntag");
  const Word& word = sentence[at];
  const bool digit = word.lower.find_first_of("0123456789") != std::string::npos;
  const bool number = !word.punctuation && (digit || (word.in(kNumber) && !word.is("one")));
  const bool verb_too = (word.is("may") || word.is("march")) && !word.capital;
  const bool day = !word.punctuation && !verb_too && word.in(kDays);
  switch (kind) {
    case Given::kNumber:
      return number;
    case Given::kDay:
      return day;
    case Given::kName:
      return !number && !day && word.capital && at > 0 && !word.is("you") && !word.in(kDeterminer | kDeictic) &&
             !is_pointer(word);
  }
  return false;
}

/// Whether the word says nothing of its own next to the value that is put in place of another: "on", "the", or a word of both.
bool is_common(const Word& word, Sentence sentence, Part right) {
  const Sentence words = words_in(sentence, right);
  return word.in(kPreposition | kDeterminer) ||
         std::any_of(words.begin(), words.end(), [&word](const Word& other) { return other.lower == word.lower; });
}

}  // namespace

bool are_same(Sentence a, Sentence b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Word& one, const Word& other) { return one.lower == other.lower; });
}

bool can_correct_at(Sentence sentence, std::size_t at) {
  static const WordSet kInterjections("actually ehm er erm oops sorry um wait");
  return !sentence[at].punctuation && !sentence[at].quoted && !sentence[at].in(kInterjections) &&
         (begins_clause(sentence, at) || sentence[at - 1].in(kInterjections));
}

Part value_at(Sentence sentence, std::size_t at) {
  std::size_t end = at;
  while (end < sentence.size() && end - at <= kValueWordsMax && !ends_value(sentence, at, end)) {
    ++end;
  }
  if (end - at > kValueWordsMax) {
    return {at, at};
  }
  return {at, end > at + 1 && sentence[end - 1].is("now") ? end - 1 : end};
}

Part wrong_behind(Sentence sentence, std::size_t at) {
  std::size_t next = at;
  next += next < sentence.size() && sentence[next].is("now") ? 1 : 0;
  next += next < sentence.size() && (sentence[next].is(",") || sentence[next].is("and")) ? 1 : 0;
  const bool contrast = next < sentence.size() && (sentence[next].is("not") || sentence[next].is("nicht"));
  return contrast ? value_at(sentence, next + 1) : Part{at, at};
}

std::optional<CorrectingClause> correcting_clause(Sentence sentence, std::size_t at) {
  static const WordSet kNoSubjects("here there what where who why you your");
  CorrectingClause clause;
  if (const auto meant = behind_meant(sentence, at); meant.has_value()) {
    clause.subject = {at, at};
    clause.verb = meant->second;
    clause.value = value_at(sentence, meant->first);
  } else if (const auto verb = sentence[at].in(kNoSubjects) ? std::nullopt : verb_behind(sentence, at);
             verb.has_value()) {
    clause.subject = {at, verb->first.begin};
    clause.verb = verb->second;
    clause.value = value_at(sentence, verb->first.end);
  } else {
    return std::nullopt;
  }
  clause.wrong = wrong_behind(sentence, clause.value.end);
  return clause.value.empty() ? std::nullopt : std::optional(clause);
}

std::optional<Denial> denial_at(Sentence sentence, std::size_t at) {
  const std::size_t last = std::min(sentence.size(), at + kDenialSubjectWordsMax + 1);
  for (std::size_t verb = at + 1; verb < last && !sentence[verb - 1].punctuation; ++verb) {
    if (!is_being(sentence[verb])) {
      continue;
    }
    if (verb + 2 >= sentence.size() || !sentence[verb + 1].is("not")) {
      return std::nullopt;
    }
    const Part denied = value_at(sentence, verb + 2);
    const bool value = !denied.empty() && !sentence[denied.begin].in(kPronoun | kAdverb | kQuestionWord) &&
                       !is_activity(sentence[denied.begin]);
    return value ? std::optional(Denial{{at, verb}, verb, denied}) : std::nullopt;
  }
  return std::nullopt;
}

Part only_given(Sentence sentence, Part part, Given kind) {
  Part found;
  for (std::size_t at = part.begin; at < part.end; ++at) {
    if (!is_of(sentence, at, kind)) {
      continue;
    }
    if (found.empty()) {
      found = {at, at + 1};
    } else if (kind == Given::kName && found.end == at) {
      found.end = at + 1;
    } else {
      return {};
    }
  }
  return found;
}

bool has_given(Sentence sentence, Part part) {
  for (std::size_t at = part.begin; at < part.end; ++at) {
    if (is_of(sentence, at, Given::kNumber) || is_of(sentence, at, Given::kDay) || is_of(sentence, at, Given::kName)) {
      return true;
    }
  }
  return false;
}

std::optional<std::pair<Part, Part>> same_given(Sentence a, Part of_a, Sentence b, Part of_b) {
  for (const Given kind : {Given::kNumber, Given::kDay, Given::kName}) {
    const Part one = only_given(a, of_a, kind);
    const Part other = only_given(b, of_b, kind);
    if (!one.empty() && !other.empty() && written(a, one.begin, one.end) != written(b, other.begin, other.end)) {
      return std::pair(one, other);
    }
  }
  return std::nullopt;
}

Replacement replacement_of(Sentence sentence, Part right, Sentence other, Part wrong) {
  if (const auto same = same_given(sentence, right, other, wrong); same.has_value()) {
    bool common = true;
    for (std::size_t at = wrong.begin; at < wrong.end; ++at) {
      const bool inside = at >= same->second.begin && at < same->second.end;
      common = common && (inside || is_common(other[at], sentence, right));
    }
    if (common) {
      return {same->first, same->second};
    }
  }
  const bool led = right.size() > 1 && sentence[right.begin].in(kPreposition) && !other[wrong.begin].in(kPreposition);
  return {led ? Part{right.begin + 1, right.end} : right, wrong};
}

bool points_back(Sentence sentence, Part subject) {
  return subject.empty() || is_pointer(sentence[subject.begin]);
}

}  // namespace turnstream::language
