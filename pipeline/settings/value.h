#pragma once
// Parses the text of an assignment into a value of its row, or explains why it is refused. Threads: any; pure
// functions.

#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/settings/row.h"
#include "pipeline/settings/source.h"

namespace turnstream::settings {

/// Errors: code "settings"; the message has the setting's name, the given text (`***` if is_printable() is false), its place and the
/// allowed values. For a row whose name ends in `.*` the Value has one property.
Result<Value> parse_value(const Row& row, const Assignment& assignment);

/// The sentence that refuses the value. `given`: the value as people may see it.
std::string refusal_of(const Row& row, const Assignment& assignment, const std::string& given);

/// The name with the smallest edit distance to `name`. Precondition: `names` is not empty.
std::string nearest(const std::string& name, const std::vector<std::string>& names);

/// Whether the first number is greater. False unless both values are numbers.
bool is_greater(const Value& left, const Value& right);

/// The setting of kafka.client.* that is meant by a name with `_` instead of a dot in it:
/// `kafka_client_sasl_password` means `kafka.client.sasl.password`, and `kafka_client_rack`, because the property is
/// `client.rack`, means `kafka.client.client.rack`. Absent if `may_set`, which may be null, is true for no such property.
std::optional<std::string> meant_property(const std::string& name, PropertyTest may_set);
/// Names a property of kafka.client.*, and its environment variable.
std::string property_advice(const std::string& property);

/// Whether the value of the setting may be printed. False for each property of `kafka.client.*` that is not in a list of
/// properties whose values are never secret, thus also for a misspelt one.
bool is_printable(const std::string& name);

/// The name as it may be printed: without what follows the first character that cannot be in a name, because a typing
/// error can make a secret a part of the name.
std::string shown_name(const std::string& name);

}  // namespace turnstream::settings
