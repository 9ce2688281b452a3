#pragma once
// The rows of this folder as JSON, for `turnstream state dump`. Threads: any; pure.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace turnstream::consolidation {

/// Null if the row belongs to another part.
[[nodiscard]] nlohmann::json describe_sharing_row(std::string_view key, std::string_view value);

}  // namespace turnstream::consolidation
