#pragma once
// Tastes: statements of what the speaker likes, prefers or dislikes. Threads: any; pure.

#include <array>
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

/// The object of a taste, normalised, without an article and what it is compared with: "The Rust over Go" has the key "rust".
[[nodiscard]] std::string taste_key(std::string_view value);
/// The purpose of which a preference can be the only one: " for large codebases" of "typescript for large codebases over java";
/// empty if the value names none, or a time or meal ("for breakfast").
[[nodiscard]] std::string purpose_in(std::string_view value);
/// Whether what is said of a favourite tells how it is, and not which: "closed", "too small now", "losing".
[[nodiscard]] bool is_state_of_favourite(std::string_view subject, std::string_view value);
/// "favorite" as "favourite".
[[nodiscard]] std::string in_one_spelling(std::string subject);

/// What a statement of a taste says about the speaker.
struct ToldTaste {
  bool positive = true;
  /// False: it only denies, so that it ends a taste and is none itself: "I used to like it", "I don't prefer it", "I no longer
  /// hate it".
  bool begins = true;
  /// The whole object, by which two tastes are compared: "driving" is not "driving at night". Of a preference without its purpose.
  std::string key{};
  std::string text{};  ///< for people to read, without the subject: "prefers typescript for large codebases"
  /// Which kind of preference it is: "prefers", "prefers for large codebases", "favourite colour". "We" have those of their own.
  /// Empty: it is a like or dislike, not a preference.
  std::string slot{};
  bool alone = false;  ///< there is one at a time in the slot, so that a newer one takes the place of the one before
  /// The key of what is named as less liked, which is no longer preferred: "tea" of "coffee to tea".
  std::string against{};
};
[[nodiscard]] std::optional<ToldTaste> told_taste(const Statement& statement);

/// Subjects and relations of the speaker's tastes, but for favourites.
inline constexpr std::array<std::string_view, 2> kTasteSubjects{"user", "we"};
inline constexpr std::array<std::string_view, 5> kTasteRelations{"likes", "dislikes", "prefers", "is keen on",
                                                                 "is passionate about"};
/// Whether the statement is one of the speaker about a taste; both as in Statement.
[[nodiscard]] bool tells_taste(std::string_view subject, std::string_view relation);

/// The taste, whose value begins at `at`, with what stands behind the value: when and where it is so, which is part of its object (who
/// hates "driving at night" can like "driving"), and what it is compared with.
[[nodiscard]] Statement whole_taste(Sentence sentence, std::size_t at, Statement taste);

/// Whether a taste whose value begins at `at` holds of one occasion: of today ("I don't like fondue tonight"), or what "we" do
/// there, and neither who "we" are nor that it is always so: "We love climbing and playing games" of a playground, but not "My
/// wife and I love hiking".
[[nodiscard]] bool is_of_moment(Sentence sentence, std::size_t at, std::string_view subject, std::string_view relation);

}  // namespace turnstream::language
