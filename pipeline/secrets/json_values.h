#pragma once
// Walks the strings and numbers of a JSON document, each with the kind of secret that the names around it give, and the
// names.
// Internal to this folder. Threads: any; pure.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream::secrets {

using Json = nlohmann::ordered_json;

/// `kind`: of the secret that the value's member, label or place should hold; empty if none.
using VisitValue = std::function<void(Json& value, std::string_view kind)>;

/// Calls `visit` for each string and number in `value`, first with the kind of its own member, then with those that a label,
/// as in {"label": "PIN", "text": …}, or the object around it, as in {"passwords": {"wifi": …}}, gives. `kind`: that of `value`,
/// or empty.
void for_each_value(Json& value, std::string_view kind, const VisitValue& visit);

/// False for nearly all JSON texts that name no secret, as names_a_secret() sees it, and yet list some: {"tokens": {…}}.
[[nodiscard]] bool may_list_secrets(std::string_view json);

/// The name that a member gets instead of its own; absent if it keeps it.
using Rename = std::function<std::optional<std::string>(const std::string& name)>;

/// Renames members of all objects in `value`. Members keep their order and their number: of two that get the same name, the
/// second gets " (2)" after it. True if any was renamed.
bool rename_members(Json& value, const Rename& rename);

/// A string as it is, any other value as JSON.
[[nodiscard]] std::string text_of(const Json& value);

/// The JSON text with its escapes decoded, so that the rules see line breaks, quotes and letters. The result need not be JSON.
[[nodiscard]] std::string unescaped(std::string_view json);

}  // namespace turnstream::secrets
