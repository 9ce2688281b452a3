#pragma once
// Turns what a person wrote into a Value of a row, or says why not. Threads: any; pure functions.

#include "pipeline/base/result.h"
#include "pipeline/settings/row.h"
#include "pipeline/settings/source.h"

namespace turnstream::settings {

/// Errors: code "settings", a sentence with name, text, place and what is allowed. For a `.*` row the Value is one
/// property.
Result<Value> parse_value(const Row& row, const Assignment& assignment);

/// The name that looks most like `name`: fewest letters to change. Precondition: names is not empty.
std::string nearest(const std::string& name, const std::vector<std::string>& names);

/// Values of these are never shown: passwords, keys, tokens.
bool is_secret(const std::string& name);

}  // namespace turnstream::settings
