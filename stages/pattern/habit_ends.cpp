#include "stages/pattern/habit_ends.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "stages/common/change/real.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/word_set.h"
#include "stages/pattern/habit_end_rows.h"

namespace turnstream::pattern {
namespace {

using language::Sentence;
using language::Word;
using language::WordSet;

/// Behind its subject: what says that an object is gone, also if more follows; what does if nothing follows that bounds it; and
/// what does of a person or pet.
constexpr std::string_view kTaken[] = {"was stolen", "got stolen", "was sold", "got sold", "was scrapped"};
constexpr std::string_view kGone[] = {"closed down", "burned down", "burnt down", "went bust"};
constexpr std::string_view kDied[] = {"died", "passed away", "is dead", "ran away"};

/// Words that bound an end, wherever they stand: "For now I've stopped …", "I stopped …, but only on weekdays".
const WordSet& bounds() {
  static const WordSet kWords(
      "again almost back briefly currently during except mostly only pretend resumed still temporarily till today tomorrow tonight "
      "unless until weekday weekdays weekend weekends yet");
  return kWords;
}

/// Words with which an object that is gone came back, or another one takes its place: "I sold my bike and bought a new one".
const WordSet& returns() {
  static const WordSet kWords("another back bought buying getting new ordered replaced replacement");
  return kWords;
}

constexpr std::string_view kMore[] = {"anymore", "any more", "any longer"};

/// The index behind the phrase that stands at `at`; absent if it does not.
std::optional<std::size_t> behind(Sentence sentence, std::size_t at, std::string_view phrase) {
  for (const std::string_view word : language::words_between(phrase)) {
    if (at >= sentence.size() || sentence[at].quoted || !sentence[at].is(word)) {
      return std::nullopt;
    }
    ++at;
  }
  return at;
}

bool is_subject(const Word& word) {
  return word.is("i") || word.is("we");
}

/// Whether something bounds the end: a word of bounds(), "this week", "for a month", or a time, place or condition in front.
bool is_bounded(Sentence sentence) {
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const Word& word = sentence[at];
    const bool more = at + 1 < sentence.size();
    const bool pointed = word.is("this") && more && sentence[at + 1].in(language::kTimeUnit);
    const bool lasts = word.is("for") && more &&
                       (sentence[at + 1].in(language::kTime | language::kNumber | language::kTimeUnit) ||
                        (at + 2 < sentence.size() && sentence[at + 1].in(language::kDeterminer) &&
                         sentence[at + 2].in(language::kTimeUnit)));
    const bool moment = word.is("moment") || (word.is("right") && more && sentence[at + 1].is("now"));
    if (bounds().has(word.lower) || pointed || lasts || moment) {
      return true;
    }
  }
  const Word& first = sentence.front();
  return first.in(language::kPreposition | language::kSubordinator) && !first.is("since") && !first.is("because");
}

/// The end of the words that belong to what is said at `at`: a mark, or a word that begins another clause.
std::size_t clause_end(Sentence sentence, std::size_t at) {
  static const WordSet kJoints("because but cause so");
  for (; at < sentence.size(); ++at) {
    const Word& word = sentence[at];
    const bool other = word.is("and") && at + 1 < sentence.size() &&
                       (is_subject(sentence[at + 1]) || sentence[at + 1].in(language::kAuxiliary | language::kAdverb) ||
                        sentence[at + 1].lower.ends_with("ed"));
    if ((word.punctuation && !word.is("'") && !word.is("&")) || kJoints.has(word.lower) || other) {
      break;
    }
  }
  return at;
}

/// Where the phrase of an end can begin: behind "I" or "we" and helping words, or at the beginning ("Sold my bike").
std::vector<std::size_t> starts_in(Sentence sentence) {
  static const WordSet kHelping("actually already also completely finally have just now recently then");
  std::vector<std::size_t> starts;
  const auto skip = [&](std::size_t at) {
    while (at < sentence.size() && kHelping.has(sentence[at].lower)) {
      ++at;
    }
    return at;
  };
  std::size_t first = 0;
  while (first < sentence.size() && !is_subject(sentence[first]) &&
         (sentence[first].punctuation || sentence[first].in(language::kOpening))) {
    ++first;
  }
  starts.push_back(skip(first));
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    static const WordSet kBefore("and because but so");
    const bool begins = at <= first || sentence[at - 1].punctuation || kBefore.has(sentence[at - 1].lower);
    if (is_subject(sentence[at]) && begins) {
      starts.push_back(skip(at + 1));
    }
  }
  return starts;
}

bool is_own(const NounPhrase& phrase) {
  static const WordSet kOwn("my our the");
  return !phrase.of_other && kOwn.has(phrase.determiner);
}

/// Takes "any more" out of the words. False if they do not have it.
bool take_more(std::vector<std::string>& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    for (const std::string_view phrase : kMore) {
      if (begins_with(std::span(words).subspan(at), phrase)) {
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
        words.erase(first, first + static_cast<std::ptrdiff_t>(language::words_between(phrase).size()));
        return true;
      }
    }
  }
  return false;
}

/// The end that the words behind the phrase of the row give.
std::optional<HabitEnd> end_of(Behind form, Sentence words) {
  if (words.empty()) {
    return std::nullopt;
  }
  const bool noun = form == Behind::kBare || form == Behind::kGivenUp || form == Behind::kDisposed;
  const bool gerund = form == Behind::kGerund || form == Behind::kIngMore;
  if (noun ? is_gerund(words[0]) : gerund != is_gerund(words[0])) {
    return std::nullopt;
  }
  if (!noun) {
    HabitEnd end{HabitEndKind::kActivity, activity_of(words)};
    const bool needs_more = form == Behind::kAnyMore || form == Behind::kIngMore;
    return needs_more && !take_more(end.what.rest) ? std::nullopt : std::optional(std::move(end));
  }
  HabitEnd end{form == Behind::kDisposed ? HabitEndKind::kGone : HabitEndKind::kGivenUp, {}};
  end.what.object = noun_phrase_at(words, 0);
  if (!end.what.object.has_value()) {
    return std::nullopt;
  }
  const bool bare = end.what.object->determiner.empty();
  const bool fits = form == Behind::kBare ? bare : is_own(*end.what.object) || (form == Behind::kGivenUp && bare);
  if (!fits) {
    return std::nullopt;
  }
  if (form != Behind::kDisposed) {  // that an object was sold to Tom this morning bounds nothing
    end.what.rest = plain_words(words, end.what.object->end, words.size());
  }
  return end;
}

/// The index behind one of the phrases, if it stands at `at`.
std::optional<std::size_t> behind_one(Sentence sentence, std::size_t at, std::span<const std::string_view> phrases) {
  for (const std::string_view phrase : phrases) {
    if (const auto end = behind(sentence, at, phrase); end.has_value()) {
      return end;
    }
  }
  return std::nullopt;
}

/// "My bike was stolen", "Our dog died".
std::optional<HabitEnd> gone_subject(Sentence sentence, bool bounded) {
  constexpr std::size_t kSubjectWordsMax = 5;
  static const WordSet kHelping("has just recently sadly");
  std::size_t first = 0;
  while (first < sentence.size() && (sentence[first].punctuation || sentence[first].in(language::kOpening))) {
    ++first;
  }
  for (std::size_t at = first + 1; at < std::min(sentence.size(), first + kSubjectWordsMax); ++at) {
    std::size_t subject_end = at;
    while (subject_end > first && kHelping.has(sentence[subject_end - 1].lower)) {
      --subject_end;
    }
    HabitEnd gone{HabitEndKind::kGone, {}};
    gone.what.object = noun_phrase_at(sentence.first(subject_end), first);
    if (!gone.what.object.has_value() || gone.what.object->end != subject_end || !is_own(*gone.what.object)) {
      continue;
    }
    if (behind_one(sentence, at, kTaken).has_value()) {
      return gone;
    }
    const bool kin = (language::classes_of(gone.what.object->head) & language::kKin) != 0;
    const auto end = behind_one(sentence, at, kin ? std::span(kDied) : std::span<const std::string_view>(kGone));
    if (end.has_value() && !bounded) {
      gone.what.rest = plain_words(sentence, *end, clause_end(sentence, *end));
      return gone;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<HabitEnd> habit_ends_in(Sentence sentence) {
  std::vector<HabitEnd> ends;
  if (sentence.empty() || !change::is_real(sentence)) {
    return ends;
  }
  const bool bounded = is_bounded(sentence);
  const bool returned =
      std::any_of(sentence.begin(), sentence.end(), [](const Word& word) { return returns().has(word.lower); });
  for (const std::size_t start : starts_in(sentence)) {
    for (const HabitEndRow& row : habit_end_rows()) {
      const auto at = behind(sentence, start, row.phrase);
      if (!at.has_value() || (row.behind == Behind::kDisposed ? returned : bounded)) {
        continue;
      }
      const std::size_t end = clause_end(sentence, *at);
      if (auto found = end_of(row.behind, sentence.subspan(*at, end - *at)); found.has_value()) {
        ends.push_back(*std::move(found));
      }
    }
  }
  if (auto gone = gone_subject(sentence, bounded); gone.has_value() && !returned) {
    ends.push_back(*std::move(gone));
  }
  return ends;
}

}  // namespace turnstream::pattern
