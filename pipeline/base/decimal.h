#pragma once
// Scores as text: an integer of millionths written as a decimal of at most 6 places without trailing zeros ("0.6", "1",
// "-0.1"). The only formatter of scores in the project. Threads: any.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream {

inline constexpr std::int64_t kMillion = 1'000'000;

void append_millionths(std::string& out, std::int64_t millionths);
[[nodiscard]] std::string format_millionths(std::int64_t millionths);

/// Reads a JSON number ("0.55", "1", "5e-1"), rounded half away from zero at the sixth place; absent for anything else
/// and for what does not fit.
[[nodiscard]] std::optional<std::int64_t> parse_millionths(std::string_view text);

}  // namespace turnstream
