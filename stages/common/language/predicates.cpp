#include "stages/common/language/predicates.h"

#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/values.h"

namespace turnstream::language {
namespace {

/// What a person is: a role ("a nurse", "the head of sales"), a kLasting word ("vegetarian"), or if not `self` a name.
std::vector<std::string> personal_predicate(Sentence sentence, std::size_t at, bool self) {
  const Word& first = sentence[at];
  const std::size_t end = end_of_phrase(sentence, at, {});
  if (end <= at || !stands_alone(sentence, at, end)) {
    return {};
  }
  const Word& head = head_of(sentence, at, end);
  if (is_indefinite(first) && end - at >= 2) {
    const bool judged = holds(sentence, at + 1, end, kEvaluation | kPassing | kSmallTalk | kIntensifier);
    const bool bare_fan = head.is("fan") && end - at == 2;  // of what?
    return judged || bare_fan || (!self && head.in(kAdverb)) ? std::vector<std::string>{}
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

/// Whether the subject names a setting: its last word is in kSetting, or it contains "favo" ("my favourite colour").
bool is_setting(const SubjectPhrase& subject) {
  return subject.text.find("favo") != std::string::npos || (classes_of_last(subject.text) & kSetting) != 0;
}

}  // namespace

std::vector<std::string> predicates_at(Sentence sentence, std::size_t at, const SubjectPhrase& subject, Register reg) {
  if (at >= sentence.size() || sentence[at].punctuation) {
    return {};
  }
  if (const std::size_t end = end_of_title(sentence, at); end > at && subject.speaker == Speaker::kOther) {
    return {written(sentence, at, end)};
  }
  static constexpr std::string_view kBareFavourites[] = {"user's favorite", "user's favourite", "user's fave"};
  if (sentence[at].quoted || (reg == Register::kTalk && is_one_of(kBareFavourites, subject.text))) {
    return {};
  }
  if (reg == Register::kRecord) {
    return values_at(sentence, at, {Shape::kName, reg, false});
  }
  if (subject.speaker == Speaker::kOther && (classes_of_last(subject.text) & kTask) != 0) {
    return {};  // "the answer is 42"
  }
  const bool setting = subject.speaker == Speaker::kOther && is_setting(subject);
  if (!setting && (subject.speaker != Speaker::kOther || subject.person)) {
    return personal_predicate(sentence, at, subject.speaker != Speaker::kOther);
  }
  const Word& first = sentence[at];
  const std::size_t end = end_of_phrase(sentence, at, {});
  if (end <= at || !stands_alone(sentence, at, end) || first.is("my") || first.in(kIntensifier) ||
      first.in(kPreposition)) {
    return {};
  }
  if (first.in(kTime)) {
    return {};
  }
  const bool of_machine = subject.text.ends_with("job") && first.in(kPassing);  // "the nightly job is red"
  if (setting && !of_machine && !first.in(kEvaluation | kIntensifier)) {
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
