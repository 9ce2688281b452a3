#pragma once
// Tastes: statements of what the speaker likes, prefers or dislikes. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "stages/common/language/sentences.h"
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

/// Whether "we like" what the words from `at` on say holds of one occasion: what "we" do there, and neither who "we" are nor
/// that it is always so: "We love climbing and playing games" of a playground, but not "My wife and I love hiking".
[[nodiscard]] bool is_of_moment(Sentence sentence, std::size_t at, std::string_view subject, std::string_view relation);

}  // namespace turnstream::language
