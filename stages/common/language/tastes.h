#pragma once
// Tastes: statements of what the speaker likes, prefers or dislikes. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
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

/// The object of a taste by which two tastes are compared: "the typescript for large codebases" and "TypeScript over Java" have
/// the key "typescript".
[[nodiscard]] std::string taste_key(std::string_view value);
/// The purpose that a value names: " for large codebases"; empty if it names none.
[[nodiscard]] std::string purpose_in(std::string_view value);
/// "favorite" as "favourite".
[[nodiscard]] std::string in_one_spelling(std::string subject);

/// What a statement of a taste says about the speaker.
struct ToldTaste {
  bool positive = true;
  /// False: it only denies, so that it ends a taste and is none itself: "I used to like it", "I don't prefer it", "I no longer
  /// hate it".
  bool begins = true;
  std::string key;   ///< taste_key()
  std::string text;  ///< for people to read, without the subject: "prefers typescript for large codebases"
  /// Of what a person has one at a time, what it is: "prefers for large codebases", "favourite colour". "We" have one of their
  /// own. A newer one takes the place of the one before. Empty: of likes and dislikes there are many.
  std::string slot;
};
[[nodiscard]] std::optional<ToldTaste> told_taste(const Statement& statement);

/// Whether "we like" what the words from `at` on say holds of one occasion: what "we" do there, and neither who "we" are nor
/// that it is always so: "We love climbing and playing games" of a playground, but not "My wife and I love hiking".
[[nodiscard]] bool is_of_moment(Sentence sentence, std::size_t at, std::string_view subject, std::string_view relation);

}  // namespace turnstream::language
