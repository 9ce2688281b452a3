#pragma once
// Secrets that consist of ordinary words: "my password is blue horse, please remember it". Only the sentence shows that
// they are secrets, so the rules here decide where the words end, and whether they only say something about a secret
// ("is case sensitive"). Internal to this folder. Threads: any; pure.

#include <cstddef>
#include <string_view>

namespace turnstream::secrets {

/// The offset after the last word of the value that begins at `at`, without the words that follow it in the sentence
/// ("for the wifi", "and I live in Berlin", "please"); npos if the words there are a remark. At most 8 words.
[[nodiscard]] std::size_t end_of_plain_words(std::string_view text, std::size_t at);

/// The offset after digits that are written as words, "four eight two one"; npos if fewer than three stand there.
[[nodiscard]] std::size_t end_of_digit_words(std::string_view text, std::size_t at);

/// True if "to" before the word gives a purpose: "reset the password to continue".
[[nodiscard]] bool is_purpose(std::string_view word);

/// True if all of `text`, a clause, is a value of ordinary words, of which "is my password" may follow.
[[nodiscard]] bool is_plain_value(std::string_view text);

}  // namespace turnstream::secrets
