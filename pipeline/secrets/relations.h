#pragma once
// Secrets that are recognised by the words around them: "my wifi password is …", `DB_PASSWORD=…`, "4821 is the PIN".
// Internal to this folder. Threads: any; pure.

#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"

namespace turnstream::secrets {

/// Appends what it finds; the results may overlap.
void find_related(std::string_view text, std::vector<Secret>& found);

}  // namespace turnstream::secrets
