#pragma once
// Codes that open something, without a noun for the code: "the box at the door opens with 4815". Internal to this folder.
// Threads: any; pure.

#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"

namespace turnstream::secrets {

/// Appends what it finds.
void find_opening_codes(std::string_view text, std::vector<Secret>& found);

}  // namespace turnstream::secrets
