#pragma once
// Parses the text of an assignment into a value of its row, or explains why it is refused. Threads: any; pure
// functions.

#include "pipeline/base/result.h"
#include "pipeline/settings/row.h"
#include "pipeline/settings/source.h"

namespace turnstream::settings {

/// Errors: code "settings"; the message has the setting's name, the given text (`***` if secret), its place and the
/// allowed values. For a row whose name ends in `.*` the Value has one property.
Result<Value> parse_value(const Row& row, const Assignment& assignment);

/// The name with the smallest edit distance to `name`. Precondition: `names` is not empty.
std::string nearest(const std::string& name, const std::vector<std::string>& names);

/// True if the name contains `password`, `secret`, `token`, `.key`, `credential`, `jaas` or `.pem`. The value must not
/// be printed.
bool is_secret(const std::string& name);

}  // namespace turnstream::settings
