#pragma once
// Times as text: RFC 3339 in UTC with milliseconds and Z ("2026-01-01T10:00:00.000Z"). A time is an int64 of
// milliseconds since 1970 UTC, from year 0000 to 9999 in the proleptic Gregorian calendar. Threads: any.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream {

inline constexpr std::int64_t kTimeMsMin = -62167219200000;  ///< 0000-01-01T00:00:00.000Z
inline constexpr std::int64_t kTimeMsMax = 253402300799999;  ///< 9999-12-31T23:59:59.999Z

/// Writes a time outside the range as the nearest time within it.
void append_time(std::string& out, std::int64_t time_ms);
[[nodiscard]] std::string format_time(std::int64_t time_ms);

/// Reads exactly the form that append_time() writes; absent for any other text. Times in records of producers may
/// have other forms: json/iso8601.h reads those.
[[nodiscard]] std::optional<std::int64_t> parse_time(std::string_view text);

}  // namespace turnstream
