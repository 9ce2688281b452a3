#include "stages/common/language/tastes.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/utf8.h"
#include "stages/common/language/company.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"

namespace turnstream::language {
namespace {

constexpr std::string_view kPurposes[] = {" for ", " in ", " with ", " on ", " when ", " at "};
/// In front of these words the key of a taste ends.
constexpr std::string_view kBehindKey[] = {" over ", " for ", " than ",    " because ",
                                           " when ", " to ",  " instead ", " rather "};
constexpr std::string_view kUserOwns = "user's ";

std::string without_article(std::string text) {
  for (const std::string_view article : {"the ", "a ", "an "}) {
    if (text.starts_with(article)) {
      return text.substr(article.size());
    }
  }
  return text;
}

std::string verb_of(Taste taste, const Statement& statement, bool positive) {
  if (statement.ended && !statement.denied) {
    return taste == Taste::kDislikes ? "no longer dislikes " : "no longer likes ";
  }
  switch (taste) {
    case Taste::kFavours:
      return positive ? "favours " : "no longer favours ";
    case Taste::kPrefers:
      return positive ? "prefers " : "no longer prefers ";
    case Taste::kDislikes:
      return positive ? "no longer dislikes " : "dislikes ";
    default:
      return !positive ? "dislikes " : statement.relation == "is keen on" ? "is keen on " : "likes ";
  }
}

}  // namespace

std::string taste_key(std::string_view value) {
  const std::string text = without_article(normalise(value));
  std::size_t end = text.size();
  for (const std::string_view word : kBehindKey) {
    end = std::min(end, text.find(word, 1));
  }
  return text.substr(0, end);
}

std::string purpose_in(std::string_view value) {
  std::size_t begin = value.size();
  for (const std::string_view word : kPurposes) {
    begin = std::min(begin, value.find(word));
  }
  return std::string(value.substr(begin));
}

std::string in_one_spelling(std::string subject) {
  constexpr std::string_view kAmerican = "favorite";
  const std::size_t at = subject.find(kAmerican);
  return at == std::string::npos ? subject : subject.replace(at, kAmerican.size(), "favourite");
}

std::optional<ToldTaste> told_taste(const Statement& statement) {
  const Taste taste = taste_of(statement);
  if (taste == Taste::kNone) {
    return std::nullopt;
  }
  const std::string value = normalise(statement.value);
  const bool liked = statement.ended == (taste == Taste::kDislikes);
  const bool denies_liking = taste == Taste::kLikes && statement.denied;  // "I don't like it"
  ToldTaste told{liked, !statement.ended || denies_liking, taste_key(value), {}, {}};
  told.text = verb_of(taste, statement, liked) + in_third_person(value);
  if (taste == Taste::kPrefers) {
    told.slot = (statement.subject == "we" ? "we " : "") + statement.relation + purpose_in(without_article(value));
  } else if (taste == Taste::kFavours) {
    told.slot = in_one_spelling(statement.subject.substr(kUserOwns.size()));
    told.text += " as " + statement.subject.substr(kUserOwns.size());
  }
  return told;
}

Taste taste_of(const Statement& statement) {
  if (statement.subject.starts_with("user's favo")) {
    return statement.relation == "is" ? Taste::kFavours : Taste::kNone;
  }
  if (statement.subject != "user" && statement.subject != "we") {
    return Taste::kNone;
  }
  if (statement.relation == "likes" || statement.relation == "is keen on" ||
      statement.relation == "is passionate about") {
    return Taste::kLikes;
  }
  if (statement.relation == "prefers") {
    return Taste::kPrefers;
  }
  return statement.relation == "dislikes" ? Taste::kDislikes : Taste::kNone;
}

bool is_of_moment(Sentence sentence, std::size_t at, std::string_view subject, std::string_view relation) {
  static constexpr std::string_view kLasting[] = {"always", "usually", "often", "every", "both", "weekends"};
  const bool activity = is_activity(sentence[at]) || sentence[at].is("to");
  return subject == "we" && relation == "likes" && activity && !company_in(sentence).has_value() &&
         std::none_of(sentence.begin(), sentence.end(),
                      [](const Word& word) { return is_one_of(kLasting, word.lower); });
}

}  // namespace turnstream::language
