#pragma once
// The rows of this stage as JSON for people. Threads: any; pure.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace turnstream::lifecycle {

[[nodiscard]] nlohmann::json describe_row(std::string_view key, std::string_view value);

}  // namespace turnstream::lifecycle
