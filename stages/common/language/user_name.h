#pragma once
// A user by name: texts about "user" or in the first person, as texts about a user of that name. Threads: any; pure.

#include <string>
#include <string_view>

namespace turnstream::language {

/// Whether the text is about who says it or about "the user", by its first words: "I …", "My …", "User likes …", "The user's …". Of
/// "user" the next word, behind adverbs and "no longer", must be a verb that the rules know: "User service is slow" is not about the user.
[[nodiscard]] bool begins_with_user(std::string_view text);

/// Whether the text, which is a record, is about "the user" or who says it: by its first words, or because it has "the user" somewhere
/// without a noun behind it: "Coffee upsets the user"; not "The user table is full".
[[nodiscard]] bool speaks_of_user(std::string_view text);

/// The text with the name: in place of "user" or "the user" at its beginning, else before it. For "Ann": "user's dog is called Rex"
/// becomes "Ann's dog is called Rex", "never push on Fridays" becomes "Ann: never push on Fridays". The name is cut to 64 code
/// points, with each run of white space as one blank.
[[nodiscard]] std::string with_user_name(std::string_view name, std::string_view text);

}  // namespace turnstream::language
