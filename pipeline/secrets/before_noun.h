#pragma once
// The value that stands before its noun: "hunter2 is my password", "walnut tea lake: that's the passphrase of the disk".
// Internal to this folder. Threads: any; pure.

#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/places.h"
#include "pipeline/secrets/value_taker.h"

namespace turnstream::secrets {

/// Appends the value that the words before `noun` relate to it. `taker`: of the same text and `found`.
void find_before(std::string_view text, const Place& noun, ValueTaker& taker, std::vector<Secret>& found);

/// True for three to eight plain words of which none belongs to a sentence: "walrus teapot harbour 29".
[[nodiscard]] bool is_phrase_of_words(std::string_view text);

}  // namespace turnstream::secrets
