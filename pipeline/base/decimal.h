#pragma once
// Scores as text. A score is an integer of millionths; its text is a decimal with at most 6 places and no trailing
// zeros ("0.6", "1", "-0.1"). No other code formats scores. Threads: any.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream {

inline constexpr std::int64_t kMillion = 1'000'000;

void append_millionths(std::string& out, std::int64_t millionths);
[[nodiscard]] std::string format_millionths(std::int64_t millionths);

/// Reads a JSON number ("0.55", "1", "5e-1") and rounds it half away from zero at the sixth decimal place. Absent if
/// the text is not a JSON number or if the result does not fit.
[[nodiscard]] std::optional<std::int64_t> parse_millionths(std::string_view text);

}  // namespace turnstream
