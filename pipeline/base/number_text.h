#pragma once
// Whole numbers as text, for record headers, state rows and command-line flags. Threads: any.

#include <cstdint>
#include <optional>
#include <string_view>

namespace turnstream {

/// Reads decimal digits with an optional leading minus. Absent if the text contains anything else or if the number
/// does not fit.
[[nodiscard]] std::optional<std::int64_t> read_whole_number(std::string_view text);

}  // namespace turnstream
