#pragma once
// Secrets after the words "login", "credentials" and "pass". Internal to this folder. Threads: any; pure.

#include <cstddef>
#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/places.h"

namespace turnstream::secrets {

/// "log in with anna / hunter2", "credentials anna:hunter2". `at`: what follows the noun, without spaces.
void take_login(std::string_view text, std::size_t at, std::vector<Secret>& found);

/// After the word "pass", which means much else: `: value`, `= value` and "is value" if it can be nothing else, or if
/// a user's name stands just before ("user gwen, pass: walnut").
void take_after_pass(std::string_view text, const Place& noun, std::size_t at, std::vector<Secret>& found);

}  // namespace turnstream::secrets
