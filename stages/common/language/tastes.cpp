#include "stages/common/language/tastes.h"

#include <algorithm>

#include "stages/common/language/company.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"

namespace turnstream::language {

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
