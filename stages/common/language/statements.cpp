#include "stages/common/language/statements.h"

#include <algorithm>
#include <optional>

#include "stages/common/language/german/phrases.h"
#include "stages/common/language/german/statements.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/predicates.h"
#include "stages/common/language/sarcasm.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/subjects.h"
#include "stages/common/language/tastes.h"
#include "stages/common/language/values.h"
#include "stages/common/language/verb_rows.h"

namespace turnstream::language {
namespace {

/// The verb must be among this many words behind the subject (or behind "have", "am", …): "I just really do like".
constexpr std::size_t kBetweenMax = 4;

/// The position of a verb, and which words stand before it. `perfect` and `progressive` decide the column of its rows.
struct VerbPlace {
  std::size_t at = 0;
  bool negated = false;
  bool perfect = false;      ///< the verb is behind "have" or "has"
  bool progressive = false;  ///< the verb is behind "am", "is", "are" or "have been"
  bool past = false;         ///< the verb is behind "used to"
};

/// The first word at or behind `at` that is not an adverb, a negation ("no longer") or "do", "does", "did". Absent if
/// it is not among kBetweenMax words, or a word of kHypothesis comes first ("I might move").
std::optional<VerbPlace> find_verb(Sentence sentence, std::size_t at) {
  VerbPlace place;
  const std::size_t limit = std::min(sentence.size(), at + kBetweenMax);
  for (place.at = at; place.at < limit; ++place.at) {
    const Word& word = sentence[place.at];
    if (word.in(kHypothesis)) {
      return std::nullopt;
    }
    const bool longer = word.is("longer") && place.negated;
    if (word.in(kNegation)) {
      place.negated = true;
    } else if (!(word.is("do") || word.is("does") || word.is("did") || word.in(kAdverb) || longer)) {
      return place;
    }
  }
  return std::nullopt;
}

/// The index behind the words of a row's particle that begin at `at`; absent if other words stand there. A `*` stands
/// for none or one word that is not a negation or in -ing: "a * fan of" matches "a fan of" and "a huge fan of".
std::optional<std::size_t> behind_particle(Sentence sentence, std::size_t at, std::string_view particle) {
  while (!particle.empty()) {
    const std::size_t blank = std::min(particle.find(' '), particle.size());
    const std::string_view word = particle.substr(0, blank);
    particle.remove_prefix(std::min(blank + 1, particle.size()));
    if (word == "*") {
      const std::string_view next = particle.substr(0, particle.find(' '));
      const bool taken = at < sentence.size() && !sentence[at].punctuation && !sentence[at].is(next) &&
                         !is_activity(sentence[at]) && !sentence[at].in(kNegation);
      at += taken ? 1 : 0;
      continue;
    }
    if (at >= sentence.size() || !sentence[at].is(word)) {
      return std::nullopt;
    }
    ++at;
  }
  return at;
}

bool applies_to(const VerbRow& row, const SubjectPhrase& subject, Register reg) {
  const bool self = subject.speaker != Speaker::kOther;
  switch (row.subject) {
    case Subject::kAny:
      return true;
    case Subject::kThing:
      return !self;
    case Subject::kPerson:
      return self || subject.person || reg == Register::kRecord;
  }
  return false;
}

class Reader {
 public:
  Reader(Register reg, std::vector<Statement>& found) : register_(reg), found_(found) {}

  void read(Sentence sentence) {
    for (const ClauseStart& start : clause_starts(sentence)) {
      if (found_.size() >= kStatementsMax) {
        return;
      }
      if (last_.has_value() && shares_subject(sentence[start.at])) {
        last_->end = start.at;
        read_clause(sentence, *last_);
        continue;
      }
      for (const SubjectPhrase& subject : subjects_at(sentence, start.at)) {
        const bool certain = subject.speaker != Speaker::kOther || sentence[start.at].in(kDeterminer);
        if ((certain || !start.after_comma) && read_clause(sentence, subject)) {
          last_ = subject;
          break;
        }
      }
    }
  }

 private:
  /// Whether a clause that starts with `word` has the subject of an earlier one: "I bought a canoe and joined a club".
  static bool shares_subject(const Word& word) {
    const bool helps = word.in(kAuxiliary) && !word.is("has") && !word.is("have");
    return !helps && !word.in(kDeterminer) && !rows_with(VerbForm::kFinite, word.lower).empty();
  }

  /// Tries the readings of the clause in turn: verb row, predicate, "used to …", then the verb behind "have" or "am",
  /// "is", "are". Returns whether one of them found a statement.
  bool read_clause(Sentence sentence, const SubjectPhrase& subject) {
    std::optional<VerbPlace> place = find_verb(sentence, subject.end);
    if (!place.has_value()) {
      return false;
    }
    if (try_rows(sentence, subject, *place) || try_predicate(sentence, subject, *place)) {
      return true;
    }
    const Word& word = sentence[place->at];
    VerbPlace inner = *place;
    if (word.is("used") && place->at + 2 < sentence.size() && sentence[place->at + 1].is("to")) {
      inner.at = place->at + 2;  // "I used to live in …"
      inner.negated = true;
      inner.past = true;
      return try_rows(sentence, subject, inner);
    }
    inner.perfect = word.is("have") || word.is("has");
    inner.progressive = word.is("am") || word.is("is") || word.is("are");
    if (!inner.perfect && !inner.progressive) {
      return false;
    }
    std::optional<VerbPlace> next = find_verb(sentence, place->at + 1);
    const bool first_negated = place->negated || (next.has_value() && next->negated);
    if (next.has_value() && inner.perfect && sentence[next->at].is("been")) {
      if (try_rows(sentence, subject, {next->at, first_negated, true, false})) {
        return true;  // "I've been to Nepal"
      }
      inner.progressive = true;
      next = find_verb(sentence, next->at + 1);
    }
    if (!next.has_value()) {
      return false;
    }
    inner.at = next->at;
    inner.negated = first_negated || next->negated;
    if (inner.negated && inner.progressive && !inner.perfect &&
        try_rows_with(sentence, subject, {place->at, true, false, false}, inner.at)) {
      return true;  // "I'm not a fan of …"
    }
    return try_rows(sentence, subject, inner) ||
           (inner.perfect && inner.progressive && try_predicate_at(sentence, subject, inner.at, "is", inner.negated)) ||
           (inner.negated && !inner.perfect && try_predicate_at(sentence, subject, inner.at, word.lower, true));
  }

  bool try_rows(Sentence sentence, const SubjectPhrase& subject, const VerbPlace& place) {
    return place.at < sentence.size() && try_rows_with(sentence, subject, place, place.at + 1);
  }

  /// Adds the statements of the first row of the verb that applies to the subject and finds a value. Its particle must
  /// begin at `rest`. Returns false if there is no such row.
  bool try_rows_with(Sentence sentence, const SubjectPhrase& subject, const VerbPlace& place, std::size_t rest) {
    const VerbForm form = place.progressive ? VerbForm::kProgressive
                          : place.perfect   ? VerbForm::kPerfect
                                            : VerbForm::kFinite;
    for (const VerbRow* candidate : rows_with(form, sentence[place.at].lower)) {
      const VerbRow& row = *candidate;
      if (!applies_to(row, subject, register_)) {
        continue;
      }
      const auto begin = behind_particle(sentence, rest, row.particle);
      if (!begin.has_value() || *begin >= sentence.size() ||
          is_of_moment(sentence, *begin, subject.text, row.relation)) {
        continue;
      }
      const auto values = values_at(sentence, *begin, {row.shape, register_, row.many});
      if (values.size() == 1 && tells_taste(subject.text, row.relation)) {
        add(whole_taste(
            sentence, *begin,
            {subject.text, std::string(row.relation), values.front(), place.negated, place.negated && !place.past}));
        return true;
      }
      for (const std::string& value : values) {
        add({subject.text, std::string(row.relation), value, place.negated, place.negated && !place.past});
      }
      if (!values.empty()) {
        return true;
      }
    }
    return false;
  }

  bool try_predicate(Sentence sentence, const SubjectPhrase& subject, const VerbPlace& place) {
    const Word& verb = sentence[place.at];
    const bool fits = subject.speaker == Speaker::kI    ? verb.is("am")
                      : subject.speaker == Speaker::kWe ? verb.is("are")
                                                        : verb.is("is") || verb.is("are");
    if (!fits) {
      return false;
    }
    const std::size_t at = place.at + 1;
    std::size_t behind = at;
    while (behind < sentence.size() && sentence[behind].in(kAdverb) && !sentence[behind].in(kIntensifier)) {
      ++behind;
    }
    return try_predicate_at(sentence, subject, behind, verb.lower, place.negated);
  }

  bool try_predicate_at(Sentence sentence, const SubjectPhrase& subject, std::size_t at, const std::string& verb,
                        bool negated) {
    if (at >= sentence.size()) {
      return false;
    }
    if (is_age(sentence, at) && (subject.person || subject.speaker == Speaker::kI)) {
      add({subject.text, "is aged", std::string(sentence[at].text), negated, negated});
      return true;
    }
    if (sentence[at].is("my") && !negated && subject.speaker == Speaker::kOther) {
      return try_favourite(sentence, at, subject);
    }
    const auto values = predicates_at(sentence, at, subject, register_);
    const bool is_name_of = subject.text.size() > 7 && subject.text.compare(subject.text.size() - 7, 7, "'s name") == 0;
    for (const std::string& value : values) {
      if (is_name_of && subject.text != "user's name") {
        add({subject.text.substr(0, subject.text.size() - 7), "is called", value, negated, negated});
      } else {
        add({subject.text, verb == "are" ? "are" : "is", value, negated, negated});
      }
    }
    return !values.empty();
  }

  /// "Blue is my favourite colour" states user's favourite colour | is | blue, with the value in front.
  bool try_favourite(Sentence sentence, std::size_t at, const SubjectPhrase& subject) {
    const bool favourite = at + 1 < sentence.size() && (sentence[at + 1].is("favourite") ||
                                                        sentence[at + 1].is("favorite") || sentence[at + 1].is("fave"));
    if (!favourite) {
      return false;
    }
    std::string what(sentence[at + 1].lower);
    for (std::size_t next = at + 2; next < sentence.size() && next < at + 5 && !sentence[next].punctuation &&
                                    !sentence[next].in(kSubordinator | kConjunction | kPreposition);
         ++next) {
      what += " " + sentence[next].lower;
    }
    const bool bare = what == sentence[at + 1].lower;
    add(bare ? Statement{"user", "likes", subject.text, false, false}
             : Statement{"user's " + what, "is", subject.text, false, false});
    return true;
  }

  /// Whether the number is an age: "34", "34 years old", but not "34 minutes late".
  static bool is_age(Sentence sentence, std::size_t at) {
    const std::string& number = sentence[at].lower;
    const bool digits =
        number.size() <= 3 && std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits) {
      return false;
    }
    const bool last =
        at + 1 == sentence.size() || sentence[at + 1].punctuation || sentence[at + 1].in(kConjunction | kTime);
    return last || sentence[at + 1].is("years") || sentence[at + 1].is("yo");
  }

  void add(Statement statement) {
    if (found_.size() < kStatementsMax && std::find(found_.begin(), found_.end(), statement) == found_.end()) {
      found_.push_back(std::move(statement));
    }
  }

  Register register_;
  std::vector<Statement>& found_;
  std::optional<SubjectPhrase> last_;  ///< the subject of the last clause in which a statement was found
};

}  // namespace

void add_statements(Sentence sentence, Register reg, std::vector<Statement>& found) {
  if (is_german(sentence)) {
    add_german_statements(sentence, found);
  } else {
    Reader(reg, found).read(sentence);
  }
}

}  // namespace turnstream::language
