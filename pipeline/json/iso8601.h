#pragma once
// Reads times from records of producers, who may use several forms, and from the command line. Threads: any; pure.

#include <optional>
#include <string_view>

#include "pipeline/base/strong_type.h"

namespace turnstream::json {

/// Reads an ISO 8601 date and time of the years 1000 to 9999, such as `2026-01-31T10:00:00.123456+01:00`; absent for
/// any other text. It accepts what the pattern for `timestamp` in schemas/state_export.schema.json accepts:
///
/// - `T` may also be `t` or a space.
/// - Seconds are optional and may be 60. They may have a fraction, after . or a comma, of 1 to 9 digits.
/// - Of the fraction only the first three digits count.
/// - The zone is Z, z, ±hh:mm, ±hhmm or ±hh; without one the time is UTC.
std::optional<EventTime> parse_iso8601(std::string_view text);

}  // namespace turnstream::json
