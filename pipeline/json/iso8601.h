#pragma once
// Reads the times that producers claim.
// Threads: any; pure functions.

#include <optional>
#include <string_view>

#include "pipeline/base/strong_type.h"

namespace turnstream::json {

/// An ISO 8601 date and time of the years 1000 to 9999: `2026-01-31T10:00:00.123456+01:00`. T may be `t` or a blank;
/// the seconds may be missing and may be 60; a fraction has up to 9 digits, cut to milliseconds; the zone is Z, ±hh:mm,
/// ±hhmm, ±hh or missing, which means UTC. Absent for anything else. The same language as the pattern of `timestamp` in
/// schemas/.
std::optional<EventTime> parse_iso8601(std::string_view text);

}  // namespace turnstream::json
