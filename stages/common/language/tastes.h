#pragma once
// Tastes: statements of what the speaker likes, prefers or dislikes. Threads: any; pure.

#include <cstdint>

#include "stages/common/language/statements.h"

namespace turnstream::language {

enum class Taste : std::uint8_t {
  kNone,
  kLikes,  ///< also "is passionate about"
  kPrefers,
  kDislikes,
  kFavours,  ///< "my favourite film is Alien"
};

/// The taste that the statement tells or, if it has `ended`, denies. kNone for those of others: "my sister likes tea".
[[nodiscard]] Taste taste_of(const Statement& statement);

}  // namespace turnstream::language
