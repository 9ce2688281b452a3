#pragma once
// Whole numbers as text, in headers, rows and flags. Threads: any.

#include <cstdint>
#include <optional>
#include <string_view>

namespace turnstream {

/// The number that the whole text is: decimal digits, a leading minus allowed, nothing else; none where it is not one
/// or does not fit.
[[nodiscard]] std::optional<std::int64_t> read_whole_number(std::string_view text);

}  // namespace turnstream
