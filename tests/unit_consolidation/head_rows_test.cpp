#include "stages/consolidation/records/head_rows.h"

#include <array>
#include <doctest/doctest.h>
#include <random>

#include "tests/unit_consolidation/row_map.h"

namespace turnstream::consolidation {
namespace {

constexpr std::array<std::string_view, 3> kKeys{"one", "second", "third/row"};

}  // namespace

TEST_CASE("the rows of the list stand in one row and others on their own") {
  RowMap rows;
  HeadRows heads(rows, kKeys);
  REQUIRE(heads.load().ok());
  heads.put("third/row", "3");
  heads.put("one", "1");
  heads.put("two", "2");
  CHECK(**heads.get("one") == "1");
  CHECK_FALSE(heads.get("second")->has_value());
  heads.finish();
  CHECK(rows.rows.size() == 2);
  CHECK(rows.rows.at("two") == "2");

  HeadRows later(rows, kKeys);
  REQUIRE(later.load().ok());
  CHECK(**later.get("one") == "1");
  CHECK(**later.get("third/row") == "3");
  CHECK(**later.get("two") == "2");
  later.erase("second");
  const int puts = rows.puts;
  later.finish();
  CHECK(rows.puts == puts);
  later.erase("one");
  later.erase("third/row");
  later.finish();
  CHECK(rows.rows.size() == 1);
}

TEST_CASE("rows of the list have what was put and not erased since") {
  constexpr std::uint32_t kSeed = 23;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  RowMap rows;
  std::map<std::string_view, std::string> expected;
  for (int call = 0; call < 200; ++call) {
    HeadRows heads(rows, kKeys);
    REQUIRE(heads.load().ok());
    for (int i = 0; i < 3; ++i) {
      const std::string_view key = kKeys[random() % kKeys.size()];
      if (random() % 3 == 0) {
        heads.erase(key);
        expected.erase(key);
      } else {
        const std::string value(random() % 200, 'x');
        heads.put(key, value);
        expected[key] = value;
      }
    }
    for (const std::string_view key : kKeys) {
      const auto known = expected.find(key);
      CHECK(*heads.get(key) == (known == expected.end() ? std::optional<std::string_view>()
                                                        : std::optional<std::string_view>(known->second)));
    }
    heads.finish();
    CHECK(rows.rows.size() == (expected.empty() ? 0 : 1));
  }
}

TEST_CASE("a damaged row of heads and one with a head that is not known are errors") {
  RowMap rows;
  HeadRows heads(rows, kKeys);
  heads.put("third/row", "3");
  heads.finish();
  CHECK_FALSE(HeadRows(rows, std::span(kKeys).first(2)).load().ok());
  std::string& row = rows.rows.begin()->second;
  row.pop_back();
  CHECK_FALSE(HeadRows(rows, kKeys).load().ok());
  row = "\x7f";
  CHECK_FALSE(HeadRows(rows, kKeys).load().ok());
}

}  // namespace turnstream::consolidation
