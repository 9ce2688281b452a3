#include "stages/common/language/tastes.h"

namespace turnstream::language {

Taste taste_of(const Statement& statement) {
  if (statement.subject.starts_with("user's favo")) {
    return statement.relation == "is" ? Taste::kFavours : Taste::kNone;
  }
  if (statement.subject != "user" && statement.subject != "we") {
    return Taste::kNone;
  }
  if (statement.relation == "likes" || statement.relation == "is passionate about") {
    return Taste::kLikes;
  }
  if (statement.relation == "prefers") {
    return Taste::kPrefers;
  }
  return statement.relation == "dislikes" ? Taste::kDislikes : Taste::kNone;
}

}  // namespace turnstream::language
