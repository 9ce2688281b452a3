#pragma once
// Finds secrets in text: keys by their shape, private keys, card numbers, and the values that a text gives for
// passwords, PINs, tokens and the like ("my PIN is 4821"). Rules and their order: README.md. Threads: any; pure.

#include <cstddef>
#include <string_view>
#include <vector>

namespace turnstream::secrets {

/// The bytes [begin, end) of a text are a secret. `kind` is static text: the word that the mask shows.
struct Secret {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view kind;
  friend bool operator==(const Secret&, const Secret&) = default;
};

/// The secrets of `text`, in order and without overlap. `text` is valid UTF-8.
[[nodiscard]] std::vector<Secret> find_secrets(std::string_view text);

/// The kind of the secret that a question asks for: "What is the PIN of the garage?"; empty if it asks for none.
[[nodiscard]] std::string_view asked_kind(std::string_view question);

/// The secrets of `answer` that only the question before it shows to be some ("It is 4821"), in order and without overlap.
/// `kind`: asked_kind() of the question; if it is empty, there are none.
[[nodiscard]] std::vector<Secret> find_answers(std::string_view kind, std::string_view answer);

/// The kind of the secret that all of a short answer is, because the question asks for it: "What's the wifi password?",
/// "Sunflower road"; empty if it is none.
[[nodiscard]] std::string_view plainly_answered_kind(std::string_view question, std::string_view answer);

/// Of two secrets that overlap, one is kept that covers both. The result is in order of `begin`.
[[nodiscard]] std::vector<Secret> joined(std::vector<Secret> found);

/// True if the text contains a noun such as "password", or the name of a field such as `dbPassword`.
[[nodiscard]] bool names_a_secret(std::string_view text);

/// The kind of the secret that a field with this name holds, such as "password" for `dbPassword`; empty if none.
[[nodiscard]] std::string_view kind_of_field(std::string_view name);

/// True if the whole of `value` may be the secret of a field of this kind; false for "", "****", "${DB_PASSWORD}".
[[nodiscard]] bool is_field_secret(std::string_view kind, std::string_view value);

}  // namespace turnstream::secrets
