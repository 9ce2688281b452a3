#pragma once
// A row of a persona's notes as JSON, for `turnstream state dump`. Threads: any; pure.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace turnstream::semantic {

/// A key that is none of kept_note.h: {"unknown_row":<key>}.
[[nodiscard]] nlohmann::json describe_note_row(std::string_view key, std::string_view value);

}  // namespace turnstream::semantic
