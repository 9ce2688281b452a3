#include "pipeline/base/fixed_math.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using turnstream::exp2_millionths;
using turnstream::log2_millionths;

namespace {

constexpr double kMillion = 1e6;

}  // namespace

TEST_CASE("log2 is within two millionths of the true value") {
  for (std::int64_t x = 1; x < 9'000'000'000'000'000; x += x / 997 + 1) {
    const double expected = std::log2(static_cast<double>(x) / kMillion);
    const double difference = static_cast<double>(log2_millionths(x)) / kMillion - expected;
    CAPTURE(x);
    REQUIRE(std::abs(difference) < 2e-6);
  }
  CHECK(log2_millionths(std::numeric_limits<std::int64_t>::max()) == 43068431);
}

TEST_CASE("log2 of powers of two is exact") {
  for (int k = 0; k < 43; ++k) {
    CHECK(log2_millionths((std::int64_t{1} << k) * 1'000'000) == k * 1'000'000);
  }
  CHECK(log2_millionths(500'000) == -1'000'000);
  CHECK(log2_millionths(125'000) == -3'000'000);
}

TEST_CASE("exp2 is within two millionths of the true value up to one") {
  for (std::int64_t x = -70'000'000; x <= 0; x += 1009) {
    const double expected = std::exp2(static_cast<double>(x) / kMillion);
    CAPTURE(x);
    REQUIRE(std::abs(static_cast<double>(exp2_millionths(x)) / kMillion - expected) < 2e-6);
  }
}

TEST_CASE("exp2 above one has a small relative error") {
  for (std::int64_t x = 0; x < 43'000'000; x += 10007) {
    const double expected = std::exp2(static_cast<double>(x) / kMillion);
    const double difference = static_cast<double>(exp2_millionths(x)) / kMillion - expected;
    CAPTURE(x);
    REQUIRE(std::abs(difference) < 2e-6 + expected * 2e-12);
  }
}

TEST_CASE("exp2 is exact at powers of two and saturates at the ends of its range") {
  CHECK(exp2_millionths(0) == 1'000'000);
  CHECK(exp2_millionths(10'000'000) == 1'024'000'000);
  CHECK(exp2_millionths(-1'000'000) == 500'000);
  CHECK(exp2_millionths(-1'000'000'000) == 0);
  CHECK(exp2_millionths(42'999'999) > 0);
  CHECK(exp2_millionths(43'000'000) == std::numeric_limits<std::int64_t>::max());
  CHECK(exp2_millionths(std::numeric_limits<std::int64_t>::max()) == std::numeric_limits<std::int64_t>::max());
  CHECK(exp2_millionths(std::numeric_limits<std::int64_t>::min()) == 0);
}

TEST_CASE("log2 and exp2 give the recorded integers") {
  // Recorded from the first version. State and golden tests depend on exactly these integers.
  CHECK(log2_millionths(3'000'000) == 1'584'963);
  CHECK(log2_millionths(700'000) == -514'573);
  CHECK(exp2_millionths(-1'200'000) == 435'275);
  CHECK(exp2_millionths(-2'642'857) == 160'111);
}
