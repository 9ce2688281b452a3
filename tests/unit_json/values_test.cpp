// Times and numbers in the forms that producers write.
#include <doctest/doctest.h>
#include <string>

#include "pipeline/base/decimal.h"
#include "pipeline/json/iso8601.h"

namespace turnstream::json {
namespace {

std::int64_t time_of(std::string_view text) {
  const auto time = parse_iso8601(text);
  CAPTURE(text);
  REQUIRE(time.has_value());
  return time->value();
}

constexpr std::int64_t kTenOClock = 1'767'261'600'000;  // 2026-01-01T10:00:00Z

std::optional<Decimal> decimal(std::string_view token) {
  static std::string scratch;
  return parse_decimal(token, scratch);
}

TEST_SUITE("parse_iso8601") {
  TEST_CASE("a time without a zone is UTC and an offset is subtracted") {
    for (const auto* text : {"2026-01-01T10:00:00Z", "2026-01-01t10:00:00z", "2026-01-01 10:00:00", "2026-01-01T10:00",
                             "2026-01-01T10:00Z", "2026-01-01T12:00:00+02:00", "2026-01-01T04:30:00-0530",
                             "2025-12-31T23:00:00-11", "2026-01-01T10:00:00.000000000Z", "2026-01-01T10:00:00,0"}) {
      CHECK_EQ(time_of(text), kTenOClock);
    }
  }

  TEST_CASE("a fraction is cut to milliseconds") {
    CHECK_EQ(time_of("2026-01-01T10:00:00.1Z"), kTenOClock + 100);
    CHECK_EQ(time_of("2026-01-01T10:00:00.0019Z"), kTenOClock + 1);
    CHECK_EQ(time_of("2026-01-01T10:00:00.999999999"), kTenOClock + 999);
  }

  TEST_CASE("a leap second is read as the next second") {
    CHECK_EQ(time_of("2016-12-31T23:59:60Z"), time_of("2017-01-01T00:00:00Z"));
  }

  TEST_CASE("dates before 1970 and leap days and the ends of the range are read exactly") {
    CHECK_EQ(time_of("1969-12-31T23:59:59.999Z"), -1);
    CHECK_EQ(time_of("2000-02-29T00:00:00Z"), 951'782'400'000);
    CHECK_EQ(time_of("2024-02-29T00:00:00Z"), 1'709'164'800'000);
    CHECK_EQ(time_of("1000-01-01T00:00:00Z"), -30'610'224'000'000);
    CHECK_EQ(time_of("9999-12-31T23:59:59.999Z"), 253'402'300'799'999);
  }

  TEST_CASE("any other form gives no time") {
    for (const auto* text : {"",
                             "2026",
                             "2026-01-01",
                             "2026-01-01T",
                             "2026-01-01T10",
                             "2026-1-1T10:00:00Z",
                             "2026-13-01T10:00:00Z",
                             "2026-00-01T10:00:00Z",
                             "2026-02-29T10:00:00Z",
                             "1900-02-29T10:00:00Z",
                             "2026-04-31T10:00:00Z",
                             "2026-01-00T10:00:00Z",
                             "2026-01-01T24:00:00Z",
                             "2026-01-01T10:60:00Z",
                             "2026-01-01T10:00:61Z",
                             "2026-01-01T10:00:00.Z",
                             "2026-01-01T10:00:00.1234567890Z",
                             "2026-01-01T10:00:00ZZ",
                             "2026-01-01T10:00:00Z\n",
                             "2026-01-01T10:00:00+24:00",
                             "2026-01-01T10:00:00+1:00",
                             "2026-01-01T10:00:00+01:",
                             "2026-01-01T10:00:00+010",
                             "2026-01-01T10:00.5Z",
                             "0999-01-01T10:00:00Z",
                             "+2026-01-01T10:00:00Z",
                             "20260101T100000Z",
                             " 2026-01-01T10:00Z",
                             "2026-01-01T10:00:00 Z",
                             "2026-W01-1T10:00:00Z",
                             "\xD9\xA2\xD9\xA0\xD9\xA2\xD9\xA6-01-01T10:00Z"}) {
      CAPTURE(text);
      CHECK_FALSE(parse_iso8601(text).has_value());
    }
  }
}

TEST_SUITE("Decimal") {
  TEST_CASE("a number is compared with a bound exactly in every spelling") {
    CHECK_FALSE(decimal("1.000")->exceeds_power_of_ten(0));
    CHECK_FALSE(decimal("100e-2")->exceeds_power_of_ten(0));
    CHECK(decimal("1.0000000000000000000000000000001")->exceeds_power_of_ten(0));
    CHECK(decimal("1e1")->exceeds_power_of_ten(0));
    CHECK_FALSE(decimal("0.99999999999999999999999999")->exceeds_power_of_ten(0));
    CHECK_FALSE(decimal("-5")->exceeds_power_of_ten(0));
    CHECK(decimal("1e99999999999999999999")->exceeds_power_of_ten(15));
    CHECK_FALSE(decimal("1e-99999999999999999999")->exceeds_power_of_ten(0));
  }

  TEST_CASE("millionths are rounded half away from zero") {
    CHECK_EQ(decimal("0.55")->scaled(6), 550'000);
    CHECK_EQ(decimal("0.0000005")->scaled(6), 1);
    CHECK_EQ(decimal("0.00000049999")->scaled(6), 0);
    CHECK_EQ(decimal("0.9999995")->scaled(6), 1'000'000);
    CHECK_EQ(decimal("1")->scaled(6), 1'000'000);
    CHECK_EQ(decimal("0")->scaled(6), 0);
    CHECK_EQ(decimal("1e-300")->scaled(6), 0);
  }

  TEST_CASE("integers are distinguished from fractions and a fraction is cut off") {
    CHECK(decimal("1.0")->is_integer());
    CHECK(decimal("12e1")->is_integer());
    CHECK(decimal("0.0")->is_integer());
    CHECK_FALSE(decimal("1.5")->is_integer());
    CHECK_FALSE(decimal("1e-1")->is_integer());
    CHECK_EQ(decimal("1234.999")->truncated(), 1234);
    CHECK_EQ(decimal("1e15")->truncated(), 1'000'000'000'000'000);
    CHECK_EQ(decimal("0.999")->truncated(), 0);
  }

  TEST_CASE("zero has no sign and no digits") {
    for (const auto* zero : {"0", "-0", "0.000", "0e7", "-0.0E-3"}) {
      CHECK(decimal(zero)->digits.empty());
      CHECK_FALSE(decimal(zero)->negative);
      CHECK_EQ(decimal(zero)->exponent, 0);
    }
  }

  TEST_CASE("a token that is not a JSON number gives no number") {
    for (const auto* token : {"", "-", "01", "1.", ".1", "+1", "1e", "1e+", "0x1", "1a", "1 ", "Infinity", "--1"}) {
      CAPTURE(token);
      CHECK_FALSE(decimal(token).has_value());
    }
  }
}

}  // namespace
}  // namespace turnstream::json
