#include "pipeline/base/decimal.h"

#include <doctest/doctest.h>
#include <limits>

using turnstream::format_millionths;
using turnstream::parse_millionths;

TEST_CASE("a score is written without trailing zeros") {
  CHECK(format_millionths(600000) == "0.6");
  CHECK(format_millionths(1000000) == "1");
  CHECK(format_millionths(0) == "0");
  CHECK(format_millionths(-100000) == "-0.1");
  CHECK(format_millionths(1) == "0.000001");
  CHECK(format_millionths(-1234500) == "-1.2345");
  CHECK(format_millionths(601000) == "0.601");
  CHECK(format_millionths(std::numeric_limits<std::int64_t>::min()) == "-9223372036854.775808");
  CHECK(format_millionths(std::numeric_limits<std::int64_t>::max()) == "9223372036854.775807");
}

TEST_CASE("JSON numbers are read as millionths and rounded half away from zero") {
  CHECK(parse_millionths("0.55") == 550000);
  CHECK(parse_millionths("1") == 1000000);
  CHECK(parse_millionths("-0.1") == -100000);
  CHECK(parse_millionths("5e-1") == 500000);
  CHECK(parse_millionths("5E+1") == 50000000);
  CHECK(parse_millionths("0.12e1") == 1200000);
  CHECK(parse_millionths("0.0000005") == 1);
  CHECK(parse_millionths("-0.0000005") == -1);
  CHECK(parse_millionths("0.00000049999") == 0);
  CHECK(parse_millionths("0") == 0);
  CHECK(parse_millionths("0.000") == 0);
  CHECK(parse_millionths("0e400") == 0);
  CHECK(parse_millionths("1e-400") == 0);
  CHECK(parse_millionths("0.30000000000000004") == 300000);
}

TEST_CASE("text that is not a JSON number or does not fit is refused") {
  for (const char* text : {"", "-", ".5", "1.", "01", "+1", "1e", "1e+", "1e1x", "0x1", "NaN", " 1", "1 ", "1e13"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_millionths(text).has_value());
  }
}

TEST_CASE("each number is read back as it was written") {
  for (std::int64_t value = -3'000'000; value <= 3'000'000; value += 977) {
    REQUIRE(parse_millionths(format_millionths(value)) == value);
  }
}
