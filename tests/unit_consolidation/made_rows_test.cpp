#include "stages/consolidation/insights/made_rows.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <set>

#include "tests/unit_consolidation/row_map.h"

namespace turnstream::consolidation {
namespace {

Uuid scattered_id(std::uint32_t number) {
  Uuid id{};
  id[0] = static_cast<std::uint8_t>(number * 37);
  id[14] = static_cast<std::uint8_t>(number >> 8);
  id[15] = static_cast<std::uint8_t>(number);
  return id;
}

/// What the rows should have.
struct Model {
  std::map<Uuid, std::pair<LogTime, std::set<std::uint64_t>>> insights;

  [[nodiscard]] std::vector<Uuid> with(std::uint64_t hash) const {
    std::vector<Uuid> found;
    for (const auto& [id, insight] : insights) {
      if (insight.second.count(hash) > 0) {
        found.push_back(id);
      }
    }
    return found;
  }
  [[nodiscard]] std::vector<Uuid> oldest(LogTime until, std::size_t count) const {
    std::set<std::pair<LogTime, Uuid>> order;
    for (const auto& [id, insight] : insights) {
      if (insight.first <= until) {
        order.emplace(insight.first, id);
      }
    }
    std::vector<Uuid> found;
    for (auto one = order.begin(); one != order.end() && found.size() < count; ++one) {
      found.push_back(one->second);
    }
    return found;
  }
};

}  // namespace

TEST_CASE("insights are found by age and by what they rest on as in a list of all") {
  constexpr std::uint32_t kSeed = 29;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  RowMap rows;
  Model model;
  for (int call = 0; call < 120; ++call) {
    MadeRows made(rows);
    for (auto i = random() % 60; i > 0; --i) {
      const Uuid id = scattered_id(static_cast<std::uint32_t>(random() % 400));
      const auto known = model.insights.find(id);
      if (known != model.insights.end() && random() % 3 == 0) {
        REQUIRE(made.remove(known->second.first, id).ok());
        model.insights.erase(known);
        continue;
      }
      const LogTime at{known == model.insights.end() ? static_cast<std::int64_t>(random() % 6) - 1
                                                     : known->second.first.value()};
      std::set<std::uint64_t> hashes;
      for (std::uint32_t j = random() % 4; j > 0; --j) {
        hashes.insert(random() % 50);
      }
      REQUIRE(made.set(at, id, {hashes.begin(), hashes.end()}).ok());
      model.insights[id] = {at, hashes};
    }
    const std::uint64_t hash = random() % 50;
    if (random() % 2 == 0) {
      const auto found = made.with_hash(hash);
      REQUIRE(found.ok());
      CHECK(*found == model.with(hash));
    }
    made.finish();
    const LogTime until{static_cast<std::int64_t>(random() % 6)};
    const std::size_t count = random() % 300;
    const auto oldest = MadeRows(rows).oldest({until, count});
    REQUIRE(oldest.ok());
    CHECK(oldest->leaving() == model.oldest(until, count));
  }
  MadeRows made(rows);
  for (const auto& [id, insight] : model.insights) {
    REQUIRE(made.remove(insight.first, id).ok());
  }
  made.finish();
  CHECK(rows.rows.empty());
}

TEST_CASE("many insights of one time are written once") {
  RowMap rows;
  MadeRows made(rows);
  for (std::uint32_t i = 0; i < 49; ++i) {
    REQUIRE(made.set(LogTime{5}, scattered_id(i), {i}).ok());
  }
  made.finish();
  CHECK(rows.puts == 2);
  CHECK_FALSE(made.remove(LogTime{6}, scattered_id(1)).ok());
}

TEST_CASE("a damaged row of the order of the insights is an error") {
  RowMap rows;
  MadeRows made(rows);
  REQUIRE(made.set(LogTime{5}, scattered_id(1), {1, 2}).ok());
  made.finish();
  rows.rows.begin()->second.pop_back();
  CHECK_FALSE(MadeRows(rows).set(LogTime{5}, scattered_id(2), {}).ok());
  CHECK_FALSE(MadeRows(rows).with_hash(1).ok());
  CHECK_FALSE(MadeRows(rows).oldest({LogTime{9}, 9}).ok());
}

}  // namespace turnstream::consolidation
