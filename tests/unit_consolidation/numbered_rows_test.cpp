#include "stages/consolidation/records/numbered_rows.h"

#include <doctest/doctest.h>
#include <map>
#include <random>

#include "tests/unit_consolidation/row_map.h"

namespace turnstream::consolidation {
namespace {

using Rows = RowMap;
using Values = std::map<std::uint64_t, std::string>;

Values values_in(Rows& rows, std::size_t expected, std::size_t limit) {
  Values found;
  const Status status =
      NumberedRows(rows, "~x/", 16).visit(expected, [&](std::uint64_t number, std::string_view value) {
        CHECK(found.emplace(number, value).second);
        return found.size() < limit;
      });
  CHECK(status.ok());
  return found;
}

}  // namespace

TEST_CASE("numbered rows have the values that were set and not erased since in the order of their numbers") {
  constexpr std::uint32_t kSeed = 17;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  Rows rows;
  Values expected;
  for (int call = 0; call < 300; ++call) {
    NumberedRows numbered(rows, "~x/", 16);
    for (std::uint64_t i = random() % 20; i > 0; --i) {
      const std::uint64_t number = random() % 1'000;
      if (random() % 3 == 0) {
        numbered.erase(number);
        expected.erase(number);
      } else {
        const std::string value(random() % 300, static_cast<char>('a' + number % 26));
        numbered.set(number, value);
        expected[number] = value;
      }
      const auto known = expected.find(number);
      const auto got = numbered.get(number);
      REQUIRE(got.ok());
      CHECK(*got == (known == expected.end() ? std::optional<std::string>() : std::optional(known->second)));
    }
    REQUIRE(numbered.finish().ok());
  }
  CHECK(rows.rows.size() <= 63);
  CHECK(values_in(rows, 1, 5'000) == expected);
  CHECK(values_in(rows, 5'000, 5'000) == expected);
  CHECK(values_in(rows, 1, 7) == Values(expected.begin(), std::next(expected.begin(), 7)));

  NumberedRows numbered(rows, "~x/", 16);
  for (const auto& [number, value] : expected) {
    const auto got = numbered.get(number);
    REQUIRE(got.ok());
    CHECK(*got == value);
    numbered.erase(number);
  }
  REQUIRE(numbered.finish().ok());
  CHECK(rows.rows.empty());
}

TEST_CASE("a row of numbered values that is damaged is an error") {
  Rows rows;
  NumberedRows numbered(rows, "~x/", 16);
  numbered.set(3, "three");
  REQUIRE(numbered.finish().ok());
  rows.rows.begin()->second.pop_back();
  CHECK_FALSE(numbered.get(4).ok());
  CHECK_FALSE(numbered.visit(1, [](std::uint64_t, std::string_view) { return true; }).ok());
  numbered.set(4, "four");
  CHECK_FALSE(numbered.finish().ok());
}

}  // namespace turnstream::consolidation
