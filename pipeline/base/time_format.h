#pragma once
// Times as text: RFC 3339 in UTC with milliseconds and Z, the one form in every record we write
// ("2026-01-01T10:00:00.000Z"). A time is milliseconds since 1970; years 0000 to 9999, proleptic Gregorian.
// Threads: any.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream {

inline constexpr std::int64_t kTimeMsMin = -62167219200000;  ///< 0000-01-01T00:00:00.000Z
inline constexpr std::int64_t kTimeMsMax = 253402300799999;  ///< 9999-12-31T23:59:59.999Z

/// A time beyond the range is written as the nearest one within it.
void append_time(std::string& out, std::int64_t time_ms);
[[nodiscard]] std::string format_time(std::int64_t time_ms);

/// Reads exactly what append_time writes; absent for anything else. (What producers may write is wider:
/// codec/turn_parser.h.)
[[nodiscard]] std::optional<std::int64_t> parse_time(std::string_view text);

}  // namespace turnstream
