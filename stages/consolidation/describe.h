#pragma once
// A row of the stage's state as JSON, for `turnstream state dump`. Threads: any; pure.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace turnstream::consolidation {

[[nodiscard]] nlohmann::json describe_row(std::string_view key, std::string_view value);

}  // namespace turnstream::consolidation
