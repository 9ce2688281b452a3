#pragma once
// Plain words that stand next to their noun without a verb: "user demo and password letmein", "/ password peppermint",
// `<password>letmein</password>`. Internal to this folder. Threads: any; pure.

#include <cstddef>
#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/places.h"

namespace turnstream::secrets {

/// Records the words next to `noun` and returns true, if they are a value. `at`: what follows the noun, without spaces.
bool take_side_by_side(std::string_view text, const Place& noun, std::size_t at, std::vector<Secret>& found);

}  // namespace turnstream::secrets
