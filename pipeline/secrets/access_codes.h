#pragma once
// Numbers that a sentence calls a code: "the code for the gate is 2580", "code: 2580"; not codes of errors, places and goods.
// Internal to this folder. Threads: any; pure.

#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"

namespace turnstream::secrets {

/// Appends what it finds.
void find_access_codes(std::string_view text, std::vector<Secret>& found);

/// False only if no part of the text has such a number. What stands next to a string of a JSON text does not belong to its sentence.
[[nodiscard]] bool may_have_codes(std::string_view text);

/// True for a question for such a code: "What's the code for the gate?"
[[nodiscard]] bool asks_for_code(std::string_view question);

}  // namespace turnstream::secrets
