#include "stages/common/evidence/row_list.h"

#include <doctest/doctest.h>

#include "tests/unit_evidence/map_rows.h"

namespace turnstream::evidence {
namespace {

std::vector<int> numbers_in(IdList& list) {
  std::vector<int> numbers;
  const Status status = list.walk([&](const Uuid& id) -> Result<Fate> {
    numbers.push_back(id[0]);
    return Fate::kStays;
  });
  CHECK(status.ok());
  return numbers;
}

}  // namespace

TEST_CASE("ids leave in the order in which they came and take their rows with them") {
  MapRows rows;
  RowListBounds bounds;
  IdList list(rows, "ids/", bounds);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 70; ++i) {
      REQUIRE(list.append(id_of(i)).ok());
    }
    for (int i = 0; i < 70; ++i) {
      const auto id = list.pop_front(1);
      REQUIRE(id.ok());
      CHECK(*id == std::vector{id_of(i)});
    }
    CHECK(list.pop_front(1)->empty());
    CHECK(rows.rows.size() <= 1);
  }
}

TEST_CASE("an id that is removed leaves a hole that walks skip") {
  MapRows rows;
  RowListBounds bounds;
  IdList list(rows, "ids/", bounds);
  for (int i = 0; i < 40; ++i) {
    REQUIRE(list.append(id_of(i)).ok());
  }
  REQUIRE(list.walk([](const Uuid& id) -> Result<Fate> { return id[0] % 2 == 1 ? Fate::kStays : Fate::kLeaves; }).ok());
  CHECK(*list.pop_front(1) == std::vector{id_of(1)});
  const std::vector<int> left = numbers_in(list);
  CHECK(left.size() == 19);
  CHECK(left.front() == 3);
  list.clear();
  CHECK(rows.rows.empty());
  CHECK(bounds == RowListBounds{});
}

TEST_CASE("a list that is trimmed counts holes as places and returns the ids among the oldest") {
  MapRows rows;
  RowListBounds bounds;
  IdList list(rows, "ids/", bounds);
  for (int i = 0; i < 40; ++i) {
    REQUIRE(list.append(id_of(i)).ok());
  }
  REQUIRE(list.walk([](const Uuid& id) -> Result<Fate> { return id[0] == 1 ? Fate::kLeaves : Fate::kStays; }).ok());
  CHECK(*list.trim(37) == std::vector{id_of(0), id_of(2)});
  CHECK(list.places() == 37);
  CHECK(list.trim(37)->empty());
  CHECK(list.trim(0)->size() == 37);
  CHECK(numbers_in(list).empty());
}

TEST_CASE("ids that come and leave many at a time pass over rows and holes") {
  MapRows rows;
  RowListBounds bounds;
  IdList list(rows, "ids/", bounds);
  std::vector<Uuid> ids;
  for (int i = 0; i < 100; ++i) {
    ids.push_back(id_of(i));
  }
  REQUIRE(list.append({ids.begin(), ids.begin() + 3}).ok());
  REQUIRE(list.append({ids.begin() + 3, ids.end()}).ok());
  CHECK(*list.pop_front(40) == std::vector<Uuid>(ids.begin(), ids.begin() + 40));
  REQUIRE(list.walk([](const Uuid& id) -> Result<Fate> { return id[0] < 70 ? Fate::kLeaves : Fate::kStays; }).ok());
  CHECK(*list.pop_front(10) == std::vector<Uuid>(ids.begin() + 70, ids.begin() + 80));
  CHECK(list.pop_front(1000)->size() == 20);
  CHECK(list.pop_front(1)->empty());
  CHECK(rows.rows.size() <= 1);
}

TEST_CASE("a list whose rows are damaged says so") {
  MapRows rows;
  RowListBounds bounds{0, 3};
  IdList list(rows, "ids/", bounds);
  CHECK(list.append(id_of(1)).error().reaction == Reaction::kRebuildState);
}

TEST_CASE("a list of few ids that are added and removed stays small") {
  MapRows rows;
  RowListBounds bounds;
  IdList list(rows, "ids/", bounds);
  for (int i = 1; i <= 2000; ++i) {
    const int number = i % 200;
    REQUIRE(list.append(id_of(number)).ok());
    const auto recent = [&](const Uuid& id) -> Result<Fate> {
      return (number - id[0] + 200) % 200 < 50 ? Fate::kStays : Fate::kLeaves;
    };
    REQUIRE(list.walk(recent).ok());
    REQUIRE(bounds.next - bounds.first <= 133);
    REQUIRE(rows.rows.size() <= 5);
  }
  CHECK(numbers_in(list).size() == 50);
  CHECK(numbers_in(list).back() == 0);
}

}  // namespace turnstream::evidence
