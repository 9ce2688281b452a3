#include "stages/common/language/corrections.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pipeline/base/utf8.h"
#include "stages/common/language/correction_marks.h"
#include "stages/common/language/correction_parts.h"
#include "stages/common/language/correction_values.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/text_language.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kCorrectionsMax = 8;
/// A mark in the sentence before counts for a clause with at most so many words and marks in front.
constexpr std::size_t kFrontMax = 4;
/// A value that is right without a mark of an error, or behind "sorry", has at most so many words.
constexpr std::size_t kShortValueMax = 4;

class Finder {
 public:
  explicit Finder(std::span<const Sentence> sentences) : sentences_(sentences) {}

  std::vector<Correction> find() {
    for (number_ = 0; number_ < sentences_.size() && found_.size() < kCorrectionsMax; ++number_) {
      sentence_ = sentences_[number_];
      marked_ = marks_in(sentence_);
      read_sentence();
      marked_before_ = marked_;
    }
    return std::move(found_);
  }

 private:
  /// Whether the sentence can hold a correction. Most have no mark and none of these words, so that they are not read for it.
  [[nodiscard]] bool is_worth_reading() const {
    static const WordSet kWords("mean meant meinte nicht not should");
    return denial_.has_value() || marked_.any() || marked_before_.any() ||
           std::any_of(sentence_.begin(), sentence_.end(), [](const Word& word) {
             const bool letter = word.lower.size() == 1 && !word.punctuation && !word.is("a") && !word.is("i");
             return letter || word.in(kWords);
           });
  }

  /// A sentence has one correction.
  void read_sentence() {
    if (!is_worth_reading()) {
      return;
    }
    const std::optional<Denial> before = std::exchange(denial_, std::nullopt);
    if (before.has_value() && read_denied(sentences_[number_ - 1], *before, 0)) {
      return;
    }
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (!can_correct_at(sentence_, at)) {
        continue;
      }
      if (const auto denial = denial_at(sentence_, at); denial.has_value()) {
        if (read_denied(sentence_, *denial, denial->denied.end)) {
          return;
        }
        denial_ = denial->denied.end == sentence_.size() ? denial : std::nullopt;
      }
      if (read_bare(at) || read_clause(at)) {
        return;
      }
    }
  }

  /// What stands at `at`, or behind a comma, "but" there, in place of what the denial denies: "I'm not vegan, I'm vegetarian", "It's not
  /// Monday but Tuesday", "I'm not allergic to walnuts, it was the pecans".
  bool read_denied(Sentence other, const Denial& denial, std::size_t at) {
    static const WordSet kJoints(", - : ; but sondern – —");
    const bool joined = at == 0 || (at < sentence_.size() && sentence_[at].in(kJoints));
    while (at < sentence_.size() && (sentence_[at].in(kJoints) || sentence_[at].in(kOpening))) {
      ++at;
    }
    if (at >= sentence_.size() || !joined) {
      return false;
    }
    const auto clause = correcting_clause(sentence_, at);
    const bool again = clause.has_value() && clause->verb == CorrectingVerb::kBe && clause->wrong.empty() &&
                       can_be_value(sentence_, clause->value);
    if (again) {
      const bool cleft = sentence_[at].is("it") || sentence_[at].is("that");
      const bool same = are_same(words_in(sentence_, clause->subject), words_in(other, denial.subject));
      if ((cleft || same) && are_alike(sentence_, clause->value, other, denial.denied)) {
        return add_denied(other, denial, denial.denied, *clause);
      }
      return cleft && has_object(other, denial.denied) && !is_judgement(sentence_, clause->value) &&
             add_object(other, denial, *clause);
    }
    const Part value = value_at(sentence_, at);
    const bool same_clause = other.data() == sentence_.data() && sentence_[at - 1].is("but");
    if (same_clause && !value.empty() && are_alike(sentence_, value, other, denial.denied)) {
      return add_denied(other, denial, denial.denied, {denial.subject, CorrectingVerb::kBe, value, {at, at}});
    }
    return false;
  }

  bool add_denied(Sentence other, const Denial& denial, Part wrong, const CorrectingClause& clause) {
    const std::size_t first = other.data() == sentence_.data() ? number_ : number_ - 1;
    const bool whole = clause.subject.begin == denial.subject.begin && first == number_;
    add(clause, {other, wrong}, first, {whole ? denial.subject.begin : clause.subject.begin, clause.end()});
    return true;
  }

  /// "…, it was the pecans": what was denied, with the pecans in place of its last phrase.
  bool add_object(Sentence other, const Denial& denial, const CorrectingClause& clause) {
    const Part object{denial.denied.begin + 2, denial.denied.end};
    if (!add_denied(other, denial, object, clause)) {
      return false;
    }
    Correction& correction = found_.back();
    correction.meant = written(other, denial.subject.begin, denial.verb + 1)
                           .append(" ")
                           .append(written(other, denial.denied.begin, object.begin))
                           .append(" ")
                           .append(correction.in_place);
    return true;
  }

  /// A value without a verb: "Katrin, not Katharina", "not the 5th but the 6th", as all that the sentence says.
  bool read_bare(std::size_t at) {
    const bool denies_first = sentence_[at].is("not") || sentence_[at].is("nicht");
    const Part first = value_at(sentence_, at + (denies_first ? 1 : 0));
    if (at > kFrontMax || first.empty() || first.size() > kShortValueMax || !is_bare(sentence_, first)) {
      return false;
    }
    Part second = wrong_behind(sentence_, first.end);
    if (denies_first) {
      const bool joined =
          first.end + 1 < sentence_.size() && (sentence_[first.end].is(",") || sentence_[first.end].is("but"));
      second = joined ? value_at(sentence_, first.end + 1) : Part{};
    }
    if (second.empty() || second.end != sentence_.size() ||
        !same_given(sentence_, first, sentence_, second).has_value()) {
      return false;
    }
    const Part right = denies_first ? second : first;
    add({{at, at}, CorrectingVerb::kBe, right, {right.end, right.end}}, {sentence_, denies_first ? first : second},
        number_, {at, sentence_.size()});
    return true;
  }

  bool read_clause(std::size_t at) {
    const auto clause = correcting_clause(sentence_, at);
    if (!clause.has_value() || !can_be_value(sentence_, clause->value)) {
      return false;
    }
    const Part text{at, clause->end()};
    if (!clause->wrong.empty()) {
      if (contrasts(*clause)) {
        add(*clause, {sentence_, clause->wrong}, number_, text);
        return true;
      }
      return false;
    }
    if (const auto claim = claim_of(*clause); claim.has_value()) {
      add(*clause, {claim->words, claim->value}, claim->sentence, text);
      return true;
    }
    const auto mark = mark_of(*clause);
    if (mark.has_value()) {
      add(*clause, {sentence_, {}}, *mark, text);
    }
    return mark.has_value();
  }

  /// Whether what stands behind "not" was wrong: "it's Katrin, not Katharina"; not "it's fun, not work", "life is short, not easy".
  [[nodiscard]] bool contrasts(const CorrectingClause& clause) const {
    if (sentence_[clause.wrong.begin].in(kPronoun) || clause.verb == CorrectingVerb::kOther) {
      return false;
    }
    const bool says = clause.subject.empty() || has_given(sentence_, clause.wrong) ||
                      (!points_back(sentence_, clause.subject) && is_definite(sentence_, clause.subject));
    return says || mark_near(CorrectionMark::kError, clause).has_value();
  }

  /// The sentence with the mark that makes the clause a correction, its own if it needs none; absent if it is none.
  [[nodiscard]] std::optional<std::size_t> mark_of(const CorrectingClause& clause) const {
    const bool being = clause.verb == CorrectingVerb::kBe;
    const bool ends = clause.end() == sentence_.size() || sentence_[clause.end()].punctuation;
    const bool is_short = ends && has_given(sentence_, clause.value) && clause.value.size() <= kShortValueMax &&
                          !sentence_[clause.value.end - 1].in(kTime);
    if (clause.verb == CorrectingVerb::kMeant || (being && is_spelling(sentence_, clause.value)) ||
        (clause.verb == CorrectingVerb::kShouldBe && points_back(sentence_, clause.subject) && is_short &&
         clause.value.size() <= 2)) {
      return number_;
    }
    const bool other = clause.verb == CorrectingVerb::kOther;
    const bool solid = other ? has_given(sentence_, clause.value) : !is_judgement(sentence_, clause.value);
    if (const auto error = mark_near(CorrectionMark::kError, clause); error.has_value() && solid) {
      const bool marks_itself =
          holds_mark(words_in(sentence_, {clause.subject.begin, clause.end()}), CorrectionMark::kError);
      return marks_itself ? std::nullopt : error;
    }
    const bool repairs =
        clause.verb == CorrectingVerb::kMean || (being && points_back(sentence_, clause.subject) && is_short);
    return repairs ? mark_near(CorrectionMark::kRepair, clause) : std::nullopt;
  }

  struct Claim {
    Sentence words;
    Part value;  ///< what was wrong
    std::size_t sentence = 0;
  };
  /// What was said before, if it is of the kind that the clause puts right: "You wrote Meier."
  [[nodiscard]] std::optional<Claim> claim_of(const CorrectingClause& clause) const {
    const auto claimed_in = [&](Sentence words, std::size_t number) -> std::optional<Claim> {
      if (words.empty() || !holds_mark(words, CorrectionMark::kClaim)) {
        return std::nullopt;
      }
      const auto same = same_given(sentence_, clause.value, words, {0, words.size()});
      return same.has_value() ? std::optional(Claim{words, same->second, number}) : std::nullopt;
    };
    if (marked_.has(CorrectionMark::kClaim)) {
      const auto front = claimed_in(front_of(clause), number_);
      return front.has_value() ? front : claimed_in(behind(clause), number_);
    }
    const bool near = marked_before_.has(CorrectionMark::kClaim) && clause.subject.begin <= kFrontMax &&
                      (clause.verb != CorrectingVerb::kOther || points_back(sentence_, clause.subject));
    return near ? claimed_in(sentences_[number_ - 1], number_ - 1) : std::nullopt;
  }

  /// The sentence with the mark, in front of the clause, behind it, or before its sentence. "Sorry" counts only in front, or as a
  /// sentence of its own.
  [[nodiscard]] std::optional<std::size_t> mark_near(CorrectionMark mark, const CorrectingClause& clause) const {
    const bool repair = mark == CorrectionMark::kRepair;
    const Sentence front = front_of(clause);
    if (marked_.has(mark) && ((holds_mark(front, mark) && !(repair && front.size() > kFrontMax)) ||
                              (!repair && holds_mark(behind(clause), mark)))) {
      return number_;
    }
    const bool near = number_ > 0 && marked_before_.has(mark) && clause.subject.begin <= kFrontMax &&
                      !(repair && sentences_[number_ - 1].size() > kFrontMax);
    return near ? std::optional(number_ - 1) : std::nullopt;
  }

  [[nodiscard]] Sentence front_of(const CorrectingClause& clause) const {
    return sentence_.first(clause.subject.begin);
  }
  [[nodiscard]] Sentence behind(const CorrectingClause& clause) const { return sentence_.subspan(clause.end()); }

  /// Adds the correction whose clause is the words `text`. `wrong`: may be empty, and of another sentence.
  void add(const CorrectingClause& clause, const std::pair<Sentence, Part>& wrong, std::size_t first_sentence,
           Part text) {
    Correction correction;
    correction.text = written(sentence_, text.begin, text.end);
    correction.right = written(sentence_, clause.value.begin, clause.value.end);
    if (!wrong.second.empty()) {
      const Replacement replacement = replacement_of(sentence_, clause.value, wrong.first, wrong.second);
      correction.wrong = written(wrong.first, replacement.wrong.begin, replacement.wrong.end);
      correction.in_place = written(sentence_, replacement.right.begin, replacement.right.end);
    }
    if (!clause.subject.empty() && !sentence_[clause.subject.begin].in(kPronoun)) {
      correction.subject = normalise(written(sentence_, clause.subject.begin, clause.subject.end));
    }
    correction.sentence = number_;
    correction.first_sentence = first_sentence;
    correction.begin = text.begin;
    correction.end = text.end;
    found_.push_back(std::move(correction));
  }

  std::span<const Sentence> sentences_;
  std::vector<Correction> found_;
  std::size_t number_ = 0;  ///< of the sentence that is read
  Sentence sentence_;
  CorrectionMarks marked_;
  CorrectionMarks marked_before_;
  std::optional<Denial> denial_;  ///< with which the sentence before ended
};

}  // namespace

std::vector<Correction> corrections_in(std::string_view text) {
  return corrections_in(words_to_read(text));
}

std::vector<Correction> corrections_in(const Words& words) {
  return corrections_in(asserted_sentences(words));
}

std::vector<Correction> corrections_in(std::span<const Sentence> sentences) {
  return Finder(sentences).find();
}

}  // namespace turnstream::language
