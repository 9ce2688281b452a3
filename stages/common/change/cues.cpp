#include "stages/common/change/cues.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "stages/common/change/actors.h"
#include "stages/common/change/real.h"
#include "stages/common/change/topic_words.h"
#include "stages/common/language/lexicon.h"

namespace turnstream::change {
namespace {

using language::is_one_of;
using language::Word;
using Sentence = std::span<const Word>;

constexpr std::size_t kGapMax = 4;
/// "quit the gym for good" names nothing that takes its place.
constexpr std::string_view kNoThing[] = {"good",     "now",       "ever", "the", "health",
                                         "personal", "financial", "free", "me",  "us"};

bool is_number(const Word& word) {
  return word.in(language::kNumber) || (meaning_of(word.lower).bits & kValue) != 0;
}

bool fits(Sentence sentence, std::size_t at, std::string_view word) {
  if (at >= sentence.size()) {
    return word == "$";
  }
  const Word& other = sentence[at];
  if (word == "$") {
    return other.punctuation;
  }
  return !other.quoted && (word == "#" ? is_number(other) : other.is(word));
}

/// The index behind the phrase that begins at `at`; absent if it does not stand there.
std::optional<std::size_t> behind_phrase(Sentence sentence, std::size_t at, std::string_view phrase) {
  bool gap = false;
  while (!phrase.empty()) {
    const std::size_t blank = std::min(phrase.find(' '), phrase.size());
    const std::string_view word = phrase.substr(0, blank);
    phrase.remove_prefix(std::min(blank + 1, phrase.size()));
    if (word == "*") {
      gap = true;
      continue;
    }
    std::size_t skipped = 0;
    while (gap && skipped <= kGapMax && !fits(sentence, at, word)) {
      if (at >= sentence.size() || sentence[at].punctuation) {
        return std::nullopt;
      }
      ++at;
      ++skipped;
    }
    if (skipped > kGapMax || !fits(sentence, at, word)) {
      return std::nullopt;
    }
    gap = false;
    at += word == "$" ? 0 : 1;
  }
  return at;
}

/// Whether the words name an object.
bool names_thing(Sentence sentence, Clause range) {
  for (std::size_t at = range.begin; at < range.end; ++at) {
    const Word& word = sentence[at];
    if (!word.punctuation && !word.quoted && !meaning_of(word.lower).root.empty() && !is_number(word)) {
      return true;
    }
  }
  return false;
}

/// The range up to the first preposition behind an object: of "my coat at the club" it is "my coat".
Clause until_preposition(Sentence sentence, Clause range) {
  static constexpr std::string_view kPrepositions[] = {"from", "at", "in",    "on",  "to",
                                                       "with", "by", "after", "for", "into"};
  for (std::size_t at = range.begin; at < range.end; ++at) {
    if (is_one_of(kPrepositions, sentence[at].lower) && names_thing(sentence, {range.begin, at})) {
      return {range.begin, at};
    }
  }
  return range;
}

/// The words that name the object, of a phrase at [begin, end).
Clause range_of(Sentence sentence, const CueRow& row, std::size_t begin, std::size_t end) {
  const Clause clause = clause_at(sentence, begin);
  const Clause front{clause.begin, begin};
  const Clause behind{begin + 1, std::max(end, clause_at(sentence, end - 1).end)};
  switch (row.where) {
    case Where::kWhole:
      return {0, sentence.size()};
    case Where::kClause:
      // "Bruno doesn't bite any more": what ended is to bite, not Bruno.
      return row.effect == Effect::kEnds && names_thing(sentence, behind) ? behind : Clause{clause.begin, behind.end};
    case Where::kFront:
      return names_thing(sentence, front) ? front : Clause{0, begin};
    case Where::kBehind:
      break;
  }
  const bool passive = begin > clause.begin && (is_passive_mark(sentence[begin - 1]) || sentence[begin - 1].possessive);
  const bool late_passive = begin > clause.begin + 1 && is_passive_mark(sentence[begin - 2]) &&
                            (sentence[begin - 1].is("and") || sentence[begin - 1].in(language::kAdverb));
  if (!passive && !late_passive && names_thing(sentence, behind)) {
    return until_preposition(sentence, behind);
  }
  return names_thing(sentence, front) ? front : Clause{0, begin};
}

bool is_person(const Word& word) {
  return (meaning_of(word.lower).bits & kPerson) != 0 || word.is("i") || word.is("she") || word.is("he");
}

/// Whether the row's `about` applies: the subject in front of the phrase is a person.
bool has_person_in_front(Sentence sentence, const CueRow& row, std::size_t begin) {
  static constexpr std::string_view kHelpers[] = {"have",    "has",  "is",       "are",     "am",   "just",
                                                  "finally", "been", "recently", "already", "then", "i"};
  std::size_t at = begin;
  while (at > 0 && !sentence[at - 1].is("i") &&
         (is_one_of(kHelpers, sentence[at - 1].lower) || sentence[at - 1].in(language::kAdverb))) {
    --at;
  }
  if (at == 0 || sentence[at - 1].punctuation) {
    return true;  // "moved to Porto"
  }
  const Word& subject = sentence[at - 1];
  if (subject.is("and")) {  // "My brother packed up and moved to Oslo"
    const auto first = sentence.begin() + static_cast<std::ptrdiff_t>(clause_at(sentence, begin).begin);
    return std::any_of(first, sentence.begin() + static_cast<std::ptrdiff_t>(at - 1), is_person);
  }
  const bool moved = row.phrase.starts_with("moved") || row.phrase.starts_with("relocated");
  return is_person(subject) || (!moved && (subject.is("we") || subject.is("they"))) ||
         (subject.capital && at == 1 && !moved);
}

/// Behind "new": an object of which there is one, so that the new one takes the place of the old one.
bool names_slot(const Word& word) {
  return (meaning_of(word.lower).bits & kSlot) != 0 || word.is("place") || word.is("one") || word.is("pb") ||
         word.is("sim");
}

/// Whether the phrase counts at this place.
bool counts(Sentence sentence, const CueRow& row, std::size_t begin, std::size_t end) {
  const Clause clause = clause_at(sentence, begin);
  if (!is_real(sentence.subspan(clause.begin, clause.end - clause.begin))) {
    return false;
  }
  if (row.phrase.ends_with(" for") && end < sentence.size() && is_one_of(kNoThing, sentence[end].lower)) {
    return false;
  }
  if (row.phrase == "now" && begin > 0 &&
      (sentence[begin - 1].is("for") || sentence[begin - 1].is("right") || sentence[begin - 1].is("until"))) {
    return false;
  }
  if (row.phrase == "new" && (end >= sentence.size() || !names_slot(sentence[end]))) {
    return false;
  }
  if ((row.phrase.starts_with("instead") || row.phrase == "in place of") && is_once(sentence)) {
    return false;
  }
  const bool negates = std::any_of(sentence.begin() + static_cast<std::ptrdiff_t>(clause.begin),
                                   sentence.begin() + static_cast<std::ptrdiff_t>(begin),
                                   [](const Word& word) { return word.in(language::kNegation) && !word.is("no"); });
  const bool denied = row.phrase.starts_with("not") || row.phrase.starts_with("never") || row.phrase.starts_with("no ");
  return denied || !negates;
}

/// Phrases that tell who has a task now.
bool hands_over(const CueRow& row) {
  return row.phrase.starts_with("handed") || row.phrase.starts_with("passed *") ||
         row.phrase.starts_with("took over") || row.phrase.starts_with("took * over");
}

class Finder {
 public:
  explicit Finder(Sentence sentence) : sentence_(sentence) { found_.near.resize(sentence.size()); }

  Cues find() {
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (sentence_[at].quoted) {
        continue;
      }
      for (const CueRow* row : cue_rows_of(sentence_[at].lower)) {
        const auto end = behind_phrase(sentence_, at, row->phrase);
        if (end.has_value() && counts(sentence_, *row, at, *end)) {
          add(*row, at, *end);
          break;
        }
      }
    }
    found_.effect = replaces_ || unsure_ ? Effect::kReplaces : ends_ ? Effect::kEnds : Effect::kNone;
    found_.certain = replaces_ || ends_;
    if (adds_ && !found_.certain) {
      found_.effect = Effect::kAdds;
      found_.begins = begins_;
    }
    if (!found_.certain) {
      std::fill(found_.near.begin(), found_.near.end(), std::uint8_t{1});
    }
    return std::move(found_);
  }

 private:
  void add(const CueRow& row, std::size_t begin, std::size_t end) {
    adds_ = adds_ || row.effect == Effect::kAdds;
    ends_ = ends_ || row.effect == Effect::kEnds;
    replaces_ = replaces_ || (row.effect == Effect::kReplaces && row.certain);
    unsure_ = unsure_ || (row.effect == Effect::kReplaces && !row.certain);
    begins_ = begins_ || (row.effect == Effect::kAdds && row.certain);
    if (!row.certain || row.effect == Effect::kAdds) {
      return;
    }
    found_.hands_over = found_.hands_over || hands_over(row);
    found_.spares_tastes = found_.spares_tastes || moves(sentence_, row, begin) || row.phrase.starts_with("left") ||
                           row.phrase == "out of" || row.phrase.ends_with("gezogen");
    const auto [actor, place] = actor_of(sentence_, row, begin);
    others_ = others_ && actor == Actor::kOther;
    found_.of_other = others_;
    found_.actor = others_ && place != begin ? std::optional(place) : std::nullopt;
    if (row.effect == Effect::kEnds) {
      const auto owner = owner_of(sentence_, row, begin);
      found_.owner = owned_ ? owner : std::nullopt;
      owned_ = owner.has_value();
    }
    const Clause range = range_of(sentence_, row, begin, end);
    std::fill(found_.near.begin() + static_cast<std::ptrdiff_t>(range.begin),
              found_.near.begin() + static_cast<std::ptrdiff_t>(std::min(range.end, found_.near.size())),
              std::uint8_t{1});
    if (!row.about.empty() && has_person_in_front(sentence_, row, begin)) {
      found_.about = row.about;
    }
  }

  Sentence sentence_;
  Cues found_;
  bool others_ = true;  ///< each certain phrase so far has another person as subject
  bool owned_ = true;   ///< each end so far has an owner
  bool adds_ = false;
  bool begins_ = false;
  bool ends_ = false;
  bool replaces_ = false;
  bool unsure_ = false;
};

}  // namespace

Cues cues_in(Sentence sentence) {
  return Finder(sentence).find();
}

}  // namespace turnstream::change
