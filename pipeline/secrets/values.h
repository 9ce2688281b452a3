#pragma once
// What may be the value of a password, PIN, token or key, and what is only a word about it ("my password is too
// short"). Internal to this folder. Threads: any; pure.

#include <cstddef>
#include <string_view>

namespace turnstream::secrets {

/// True if the value can hardly be anything but a secret: "hunter2", "Tr0ub4dor&3", for PINs "4821".
[[nodiscard]] bool is_strong(std::string_view kind, std::string_view value);
/// True if the value is a secret although no word relates it to the noun that stands `words` words before it.
[[nodiscard]] bool is_unrelated_secret(std::string_view kind, std::string_view value, std::size_t words,
                                       bool is_quoted);
/// True if a sentence says something about a password with this word instead of giving it: "wrong", "expired", "in".
[[nodiscard]] bool is_remark(std::string_view word);
/// The same, in a sentence alone: more adjectives, such as "incorrect", which a field named `password` may hold.
[[nodiscard]] bool is_description(std::string_view word);
/// True for words that begin a description, not a passphrase: "a line from a song", "in the safe", "too long".
[[nodiscard]] bool is_function_word(std::string_view word);
/// True if a secret or key may consist of these words where quotes or a field of its kind hold nothing else.
[[nodiscard]] bool is_plain_field(std::string_view kind, std::string_view value);
/// True for what stands in place of a secret: "****", "<password>", "${TOKEN}", "null", "[masked:pin]".
[[nodiscard]] bool is_placeholder(std::string_view value);
/// True if other places with this value are masked, too, once it is known to be a secret; false for "you" and "password".
[[nodiscard]] bool is_memorable(std::string_view value);
/// True if the number before this word is an amount: "12 characters".
[[nodiscard]] bool is_unit(std::string_view word);

}  // namespace turnstream::secrets
