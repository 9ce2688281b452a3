#pragma once
// Questions for a secret itself, "what's the wifi password?", whose answer is one even if it is plain words; not questions
// about secrets, such as "what is a good password?" and "who changed the password?". Internal to this folder. Threads: any;
// pure.

#include <string_view>

#include "pipeline/secrets/places.h"

namespace turnstream::secrets {

/// True if the sentence with the noun asks for the value.
[[nodiscard]] bool asks_for_value(std::string_view text, const Place& noun);

/// True for a word with which no value begins: what a form shows after "Password:", and short answers that give none.
[[nodiscard]] bool is_no_answer(std::string_view first_word);

}  // namespace turnstream::secrets
