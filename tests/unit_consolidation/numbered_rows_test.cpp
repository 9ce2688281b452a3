#include "stages/consolidation/records/numbered_rows.h"

#include <doctest/doctest.h>
#include <map>
#include <random>

namespace turnstream::consolidation {
namespace {

class Rows final : public stage_api::StateView {
 public:
  Result<std::optional<std::string_view>> get(std::string_view key) override {
    const auto row = rows.find(std::string(key));
    return row == rows.end() ? std::optional<std::string_view>() : std::optional<std::string_view>(row->second);
  }
  void put(std::string_view key, std::string_view value) override { rows[std::string(key)] = std::string(value); }
  void erase(std::string_view key) override { rows.erase(std::string(key)); }
  Status scan(std::string_view prefix, std::size_t limit, const stage_api::RowVisitor& visit) override {
    std::size_t visited = 0;
    for (const auto& [key, value] : std::map<std::string, std::string>(rows)) {
      if (key.starts_with(prefix) && (visited++ == limit || !visit(key, value))) {
        break;
      }
    }
    return {};
  }

  std::map<std::string, std::string> rows;
};

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
