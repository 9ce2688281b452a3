#include "stages/common/language/german/statements.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "stages/common/language/german/clauses.h"
#include "stages/common/language/german/phrases.h"
#include "stages/common/language/german/rows.h"
#include "stages/common/language/german/values.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/verb_rows.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

/// How far a row was read in a clause.
struct Place {
  std::size_t at = 0;
  bool negated = false;
};

bool stands(Sentence sentence, std::size_t at, const WordSet& words) {
  return at < sentence.size() && !sentence[at].punctuation && !sentence[at].quoted && sentence[at].in(words);
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
      if (auto clause = german_clause_at(sentence_, at, theme_); clause.has_value()) {
        for (const GermanRow* row : german_rows_with(clause->verb)) {
          if ((row->subjects & clause->theme.kind) != 0) {
            read_row(*row, *clause);
          }
        }
        theme_ = std::move(clause->theme);
      }
    }
  }

 private:
  void read_row(const GermanRow& row, const GermanClause& clause) {
    const Sentence words(clause.words);
    Place place;
    if (!pass_words(words, row.before, place)) {
      return;
    }
    const std::optional<std::vector<std::string>> values = pass_values(words, row, place);
    if (!values.has_value() || !pass_words(words, row.behind, place)) {
      return;
    }
    while (!ends_german_clause(words, place.at)) {
      if (!skip(words, place)) {
        return;
      }
    }
    const std::size_t end = clause.end_in_sentence(place.at);
    const bool present = row.behind.empty() || row.behind.front() == '?';
    const bool unfinished = clause.cut && place.at == words.size();
    const bool chooses = place.at < words.size() && words[place.at].is("oder");
    if (unfinished || chooses || doubt_ < end || (present && is_german_moment(sentence_, clause.begin, end))) {
      return;
    }
    for (const std::string& value : *values) {
      add(row, clause.theme, value, place.negated);
    }
  }

  /// The values of the row that begin behind the place, which moves behind them; absent if there is none.
  static std::optional<std::vector<std::string>> pass_values(Sentence words, const GermanRow& row, Place& place) {
    if (row.shape == GermanShape::kNone) {
      return std::vector<std::string>{std::string(row.value)};
    }
    GermanValue value = german_value_at(words, place.at, row.shape);
    while (value.empty() && skip(words, place)) {
      value = german_value_at(words, place.at, row.shape);
    }
    if (value.empty()) {
      return std::nullopt;
    }
    const bool none = is_german_none(words[value.begin]);  // of "keinen Hund" the value is "einen Hund"
    place.negated = place.negated || none;
    std::vector<std::string> values;
    while (!value.empty()) {
      values.push_back(text_of(row, written(words, value.begin, value.end).substr(none && values.empty() ? 1 : 0)));
      place.at = value.behind;
      value = next_value(words, row, place.at);
    }
    return values;
  }

  /// The next value of a list: "Hunde" of "Katzen, Hunde und Vögel". Empty if another clause begins there: "Jazz und Anna kocht".
  static GermanValue next_value(Sentence words, const GermanRow& row, std::size_t at) {
    static const WordSet kAnd("sowie und");
    const bool joined = at < words.size() && (words[at].is(",") || stands(words, at, kAnd));
    if (!joined || !holds_many(row.relation)) {
      return {};
    }
    const GermanValue value = german_value_at(words, at + 1, row.shape);
    if (value.empty()) {
      return {};
    }
    Place behind{value.behind};
    const bool ends = ends_german_clause(words, behind.at) || skip(words, behind) ||
                      (pass_words(words, row.behind, behind) && behind.at > value.behind);
    return ends ? value : GermanValue();
  }

  static std::string text_of(const GermanRow& row, std::string value) {
    const std::size_t slot = row.value.find('_');
    return slot == std::string_view::npos
               ? std::move(value)
               : std::string(row.value.substr(0, slot)).append(value).append(row.value.substr(slot + 1));
  }

  void add(const GermanRow& row, const GermanTheme& theme, const std::string& value, bool negated) {
    const bool own_name = row.relation == "is called" && theme.text == "user";
    Statement statement{own_name ? "user's name" : theme.text, std::string(own_name ? "is" : row.relation), value,
                        negated, negated};
    if (found_.size() < kStatementsMax && std::find(found_.begin(), found_.end(), statement) == found_.end()) {
      found_.push_back(std::move(statement));
    }
  }

  Sentence sentence_;
  std::size_t doubt_;
  std::vector<Statement>& found_;
  std::optional<GermanTheme> theme_;  ///< of the last clause with a verb that the rows know
};

}  // namespace

void add_german_statements(Sentence sentence, std::vector<Statement>& found) {
  Reader(sentence, found).read();
}

}  // namespace turnstream::language
