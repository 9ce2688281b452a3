#include "stages/common/language/german/statements.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "stages/common/language/german/phrases.h"
#include "stages/common/language/german/rows.h"
#include "stages/common/language/german/values.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/verb_rows.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kSubjectNounsMax = 2;

struct Subject {
  std::string text;
  GermanSubject kind = kSelfSubject;
  std::size_t end = 0;  ///< index behind it
};

/// A subject and its verb, which stand side by side.
struct Clause {
  Subject subject;
  std::size_t begin = 0;
  std::size_t verb = 0;
  std::size_t rest = 0;  ///< index behind both
};

/// How far a row was read in a clause.
struct Place {
  std::size_t at = 0;
  bool negated = false;
};

bool stands(Sentence sentence, std::size_t at, const WordSet& words) {
  return at < sentence.size() && !sentence[at].punctuation && !sentence[at].quoted && words.has(sentence[at].lower);
}

/// Moves behind what can stand anywhere in a clause: a phrase, or a negation, which is noted. False if there is none.
bool skip(Sentence sentence, Place& place) {
  static const WordSet kNegations("kaum nicht nie niemals");
  static const WordSet kPartly("ganz immer nur oft sehr so unbedingt zwingend");
  static const WordSet kLonger("länger mehr");
  if (ends_german_clause(sentence, place.at)) {
    return false;
  }
  if (stands(sentence, place.at, kNegations) || is_german_none(sentence[place.at])) {
    place.negated = true;
    return !stands(sentence, ++place.at, kPartly);  // "nicht nur" denies nothing
  }
  if (place.negated && stands(sentence, place.at, kLonger)) {
    ++place.at;
    return true;
  }
  const std::size_t behind = behind_german_phrase(sentence, place.at);
  return std::exchange(place.at, behind) < behind;
}

/// Moves behind the words of a row, and what stands between them. False if they do not stand there.
bool pass_words(Sentence sentence, std::string_view words, Place& place) {
  for (const std::string_view part : words_between(words)) {
    const bool optional = part.front() == '?';
    const WordSet wanted(part.substr(optional ? 1 : 0), '|');
    Place next = place;
    while (!stands(sentence, next.at, wanted) && skip(sentence, next)) {
    }
    if (stands(sentence, next.at, wanted)) {
      place = {next.at + 1, next.negated};
    } else if (!optional) {
      return false;
    }
  }
  return true;
}

/// "API-Port" as "api port", "Kundin" as it is in the table.
Subject noun_subject(Sentence sentence, std::size_t begin, std::size_t end) {
  Subject subject{{}, kThingSubject, end};
  for (std::size_t at = begin; at < end; ++at) {
    subject.text.append(subject.text.empty() ? "" : " ").append(sentence[at].lower);
  }
  const std::size_t words = subject.text.rfind(' ') + 1;  // 0 if there is one word
  const std::size_t hyphen = subject.text.rfind('-') + 1;
  for (const std::size_t head : {words, hyphen}) {
    if (const auto known = german_noun(std::string_view(subject.text).substr(head)); known.has_value()) {
      subject.text.replace(head, std::string::npos, known->english);
      subject.kind = known->subject;
      break;
    }
  }
  if (subject.kind == kSettingSubject || subject.kind == kThingSubject) {
    std::replace(subject.text.begin(), subject.text.end(), '-', ' ');
  }
  return subject;
}

std::optional<Subject> subject_at(Sentence sentence, std::size_t at) {
  static const WordSet kOwn("mein meine");
  static const WordSet kOurs("unser unsere");
  static const WordSet kArticles("das der die");
  static const WordSet kUsers("anwender anwenderin benutzer benutzerin nutzer nutzerin user userin");
  if (at >= sentence.size() || sentence[at].punctuation || sentence[at].quoted) {
    return std::nullopt;
  }
  if (sentence[at].is("ich") || sentence[at].is("wir")) {
    return Subject{sentence[at].is("ich") ? "user" : "we", kSelfSubject, at + 1};
  }
  const bool own = stands(sentence, at, kOwn);
  const bool article = stands(sentence, at, kArticles);
  const bool ours = stands(sentence, at, kOurs);
  const std::size_t begin = own || ours || article ? at + 1 : at;
  if (!own && !ours && stands(sentence, begin, kUsers)) {
    return Subject{"user", kSelfSubject, begin + 1};
  }
  if (begin == at || begin >= sentence.size() || sentence[begin].quoted) {
    return std::nullopt;
  }
  std::size_t end = std::min(behind_german_nouns(sentence, begin), begin + kSubjectNounsMax);
  end += end == begin && german_noun(sentence[begin].lower).has_value() ? 1 : 0;  // "mein hund"
  if (end == begin) {
    return std::nullopt;
  }
  Subject subject = noun_subject(sentence, begin, end);
  if (article && subject.kind != kSettingSubject && subject.kind != kThingSubject) {
    return std::nullopt;
  }
  subject.text = own ? std::string("user's ").append(subject.text) : std::move(subject.text);
  return subject;
}

bool is_verb(Sentence sentence, std::size_t at) {
  return at < sentence.size() && !sentence[at].punctuation && !sentence[at].quoted &&
         !german_rows_with(sentence[at].lower).empty();
}

class Reader {
 public:
  Reader(Sentence sentence, std::vector<Statement>& found)
      : sentence_(sentence), doubt_(first_german_doubt(sentence)), found_(found) {}

  void read() {
    static const WordSet kJoints("aber denn doch und");
    if (sentence_.size() > 1 && sentence_[1].is(":")) {
      return;  // "Tom: …" quotes Tom
    }
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      const bool begins = at == 0 || sentence_[at - 1].punctuation || stands(sentence_, at - 1, kJoints);
      if (!begins || sentence_[at].punctuation) {
        continue;
      }
      if (const auto clause = clause_at(at); clause.has_value()) {
        last_ = clause->subject;
        for (const GermanRow* row : german_rows_with(sentence_[clause->verb].lower)) {
          if ((row->subjects & clause->subject.kind) != 0) {
            read_row(*row, *clause);
          }
        }
      }
    }
  }

 private:
  /// "ich wohne …"; "seit Mai wohne ich …"; "… und wohne …", with the subject of the clause before; "Bin … gezogen".
  [[nodiscard]] std::optional<Clause> clause_at(std::size_t begin) const {
    static const WordSet kOpenings("abend also danke guten hallo hey hi ja moin morgen nein ok okay servus so tag und");
    static const WordSet kElided("bin hab habe wohne");
    std::size_t at = begin;
    while (stands(sentence_, at, kOpenings)) {
      ++at;
    }
    if (auto subject = subject_at(sentence_, at); subject.has_value()) {
      const std::size_t verb = subject->end;
      return is_verb(sentence_, verb) ? std::optional(Clause{*std::move(subject), begin, verb, verb + 1})
                                      : std::nullopt;
    }
    std::size_t verb = at;
    for (std::size_t next = behind_german_phrase(sentence_, verb); next > verb;
         next = behind_german_phrase(sentence_, verb)) {
      verb = next;
    }
    if (!is_verb(sentence_, verb)) {
      return std::nullopt;
    }
    if (verb > at) {
      auto subject = subject_at(sentence_, verb + 1);
      const std::size_t rest = subject.has_value() ? subject->end : 0;
      return subject.has_value() ? std::optional(Clause{*std::move(subject), begin, verb, rest}) : std::nullopt;
    }
    if (verb + 1 >= sentence_.size() || is_german_pronoun(sentence_[verb + 1])) {
      return std::nullopt;  // "Wohne ich in Köln, …"
    }
    if (begin > 0) {
      return last_.has_value() && !sentence_[verb].capital ? std::optional(Clause{*last_, begin, verb, verb + 1})
                                                           : std::nullopt;
    }
    return stands(sentence_, verb, kElided) ? std::optional(Clause{{"user", kSelfSubject, verb}, begin, verb, verb + 1})
                                            : std::nullopt;
  }

  void read_row(const GermanRow& row, const Clause& clause) {
    Place place{clause.rest};
    if (!pass_words(sentence_, row.before, place)) {
      return;
    }
    const std::optional<std::vector<std::string>> values = pass_values(row, place);
    if (!values.has_value() || !pass_words(sentence_, row.behind, place)) {
      return;
    }
    while (!ends_german_clause(sentence_, place.at)) {
      if (!skip(sentence_, place)) {
        return;
      }
    }
    const bool present = row.behind.empty() || row.behind.front() == '?';
    if (stands_oder(place.at) || doubt_ < place.at ||
        (present && is_german_moment(sentence_, clause.begin, place.at))) {
      return;
    }
    for (const std::string& value : *values) {
      add(row, clause.subject, value, place.negated);
    }
  }

  /// The values of the row that begin behind the place, which moves behind them; absent if there is none.
  [[nodiscard]] std::optional<std::vector<std::string>> pass_values(const GermanRow& row, Place& place) const {
    if (row.shape == GermanShape::kNone) {
      return std::vector<std::string>{std::string(row.value)};
    }
    GermanValue value = german_value_at(sentence_, place.at, row.shape);
    while (value.empty() && skip(sentence_, place)) {
      value = german_value_at(sentence_, place.at, row.shape);
    }
    if (value.empty()) {
      return std::nullopt;
    }
    const bool none = is_german_none(sentence_[value.begin]);  // of "keinen Hund" the value is "einen Hund"
    place.negated = place.negated || none;
    std::vector<std::string> values;
    while (!value.empty()) {
      values.push_back(text_of(row, written(sentence_, value.begin, value.end).substr(none && values.empty() ? 1 : 0)));
      place.at = value.behind;
      value = next_value(row, place.at);
    }
    return values;
  }

  /// The next value of a list: "Hunde" of "Katzen, Hunde und Vögel". Empty if another clause begins there: "Jazz und Anna kocht".
  [[nodiscard]] GermanValue next_value(const GermanRow& row, std::size_t at) const {
    static const WordSet kAnd("sowie und");
    const bool joined = at < sentence_.size() && (sentence_[at].is(",") || stands(sentence_, at, kAnd));
    if (!joined || !holds_many(row.relation)) {
      return {};
    }
    const GermanValue value = german_value_at(sentence_, at + 1, row.shape);
    if (value.empty()) {
      return {};
    }
    Place behind{value.behind};
    const bool ends = ends_german_clause(sentence_, behind.at) || skip(sentence_, behind) ||
                      (pass_words(sentence_, row.behind, behind) && behind.at > value.behind);
    return ends ? value : GermanValue();
  }

  [[nodiscard]] bool stands_oder(std::size_t at) const { return at < sentence_.size() && sentence_[at].is("oder"); }

  static std::string text_of(const GermanRow& row, std::string value) {
    const std::size_t slot = row.value.find('_');
    return slot == std::string_view::npos
               ? std::move(value)
               : std::string(row.value.substr(0, slot)).append(value).append(row.value.substr(slot + 1));
  }

  void add(const GermanRow& row, const Subject& subject, const std::string& value, bool negated) {
    const bool own_name = row.relation == "is called" && subject.text == "user";
    Statement statement{own_name ? "user's name" : subject.text, std::string(own_name ? "is" : row.relation), value,
                        negated, negated};
    if (found_.size() < kStatementsMax && std::find(found_.begin(), found_.end(), statement) == found_.end()) {
      found_.push_back(std::move(statement));
    }
  }

  Sentence sentence_;
  std::size_t doubt_;
  std::vector<Statement>& found_;
  std::optional<Subject> last_;  ///< of the last clause with a verb that the rows know
};

}  // namespace

void add_german_statements(Sentence sentence, std::vector<Statement>& found) {
  Reader(sentence, found).read();
}

}  // namespace turnstream::language
