#include "pipeline/base/time_format.h"

#include <doctest/doctest.h>
#include <limits>

using turnstream::format_time;
using turnstream::kTimeMsMax;
using turnstream::kTimeMsMin;
using turnstream::parse_time;

TEST_CASE("times are written in UTC with milliseconds and Z") {
  CHECK(format_time(0) == "1970-01-01T00:00:00.000Z");
  CHECK(format_time(-1) == "1969-12-31T23:59:59.999Z");
  CHECK(format_time(1767261600000) == "2026-01-01T10:00:00.000Z");
  CHECK(format_time(951782400123) == "2000-02-29T00:00:00.123Z");
  CHECK(format_time(kTimeMsMin) == "0000-01-01T00:00:00.000Z");
  CHECK(format_time(kTimeMsMax) == "9999-12-31T23:59:59.999Z");
}

TEST_CASE("a time before year 0000 or after year 9999 is written as the nearest time between them") {
  CHECK(format_time(std::numeric_limits<std::int64_t>::min()) == "0000-01-01T00:00:00.000Z");
  CHECK(format_time(std::numeric_limits<std::int64_t>::max()) == "9999-12-31T23:59:59.999Z");
}

TEST_CASE("times of all years are read back as they were written") {
  constexpr std::int64_t kStep = 86'399'999LL * 13;
  for (std::int64_t time = kTimeMsMin; time <= kTimeMsMax; time += kStep) {
    REQUIRE(parse_time(format_time(time)) == time);
  }
  CHECK(parse_time(format_time(kTimeMsMax)) == kTimeMsMax);
}

TEST_CASE("other time formats and days that do not exist are refused") {
  for (const char* text : {"", "2026-01-01T10:00:00Z", "2026-01-01T10:00:00.000", "2026-01-01 10:00:00.000Z",
                           "2026-13-01T10:00:00.000Z", "2026-00-01T10:00:00.000Z", "2026-02-29T10:00:00.000Z",
                           "2026-01-32T10:00:00.000Z", "2026-01-00T10:00:00.000Z", "2026-01-01T24:00:00.000Z",
                           "2026-01-01T10:60:00.000Z", "2026-01-01T10:00:60.000Z", "2026-01-01T10:00:00.000+"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_time(text).has_value());
  }
}
