#pragma once
// Secrets of plain words that stand in the lines after their noun: "Password:", then "misty mountain"; "what is your
// password?", then "sunflower road"; "recovery phrase:", then a list. Internal to this folder. Threads: any; pure.

#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/places.h"

namespace turnstream::secrets {

/// Records the values in the lines after `noun`, if its own line ends with `:`, or with the `?` of a question for it.
void find_in_next_lines(std::string_view text, const Place& noun, std::vector<Secret>& found);

}  // namespace turnstream::secrets
