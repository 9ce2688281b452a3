#pragma once
// The words and names that hold a secret: "password", "PIN code", `DB_API_KEY`, `clientSecret`, and the kind of each.
// Internal to this folder. Threads: any; pure.

#include <string_view>

namespace turnstream::secrets {

/// False for nearly all names that are not such a noun: a fast first look at the name's last two letters.
[[nodiscard]] bool may_be_noun(std::string_view name);

/// The kind of the secret that `name` holds; empty if none. `before`: the word before it ("api" of "api key"), or empty.
[[nodiscard]] std::string_view kind_of_noun(std::string_view before, std::string_view name);

}  // namespace turnstream::secrets
