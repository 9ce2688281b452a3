#pragma once
// Strong values near a noun that no word relates to it. Internal to this folder. Threads: any; pure.

#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/places.h"

namespace turnstream::secrets {

/// A value that can be nothing else, a little after the noun, perhaps in the next sentence: "which PIN? 3958".
void find_unrelated(std::string_view text, const Place& noun, std::vector<Secret>& found);

/// A strong value within a few characters after a noun of a language that puts no space after words.
void find_after_joined_nouns(std::string_view text, std::vector<Secret>& found);

}  // namespace turnstream::secrets
