#include "pipeline/evidence/row_list.h"

#include <doctest/doctest.h>

#include "tests/unit_evidence/map_rows.h"

namespace turnstream::evidence {
namespace {

Uuid id_of(int number) {
  Uuid id{};
  id[0] = static_cast<std::uint8_t>(number);
  id[6] = 0x50;
  return id;
}

std::vector<int> numbers_in(IdList& list) {
  std::vector<int> numbers;
  const Status status = list.keep_if([&](const Uuid& id) -> Result<bool> {
    numbers.push_back(id[0]);
    return true;
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
      const auto id = list.pop_front();
      REQUIRE(id.ok());
      CHECK(*id == std::optional<Uuid>(id_of(i)));
    }
    CHECK(*list.pop_front() == std::nullopt);
    CHECK(rows.rows.size() <= 1);
  }
}

TEST_CASE("an id that is removed leaves a hole that nobody sees") {
  MapRows rows;
  RowListBounds bounds;
  IdList list(rows, "ids/", bounds);
  for (int i = 0; i < 40; ++i) {
    REQUIRE(list.append(id_of(i)).ok());
  }
  REQUIRE(list.keep_if([](const Uuid& id) -> Result<bool> { return id[0] % 2 == 1; }).ok());
  CHECK(*list.pop_front() == std::optional<Uuid>(id_of(1)));
  const std::vector<int> left = numbers_in(list);
  CHECK(left.size() == 19);
  CHECK(left.front() == 3);
  list.clear();
  CHECK(rows.rows.empty());
  CHECK(bounds == RowListBounds{});
}

TEST_CASE("a list whose rows are damaged says so") {
  MapRows rows;
  RowListBounds bounds{0, 3};
  IdList list(rows, "ids/", bounds);
  CHECK(list.append(id_of(1)).error().reaction == Reaction::kRebuildState);
}

TEST_CASE("a list of few ids that come and go stays small") {
  MapRows rows;
  RowListBounds bounds;
  IdList list(rows, "ids/", bounds);
  for (int i = 1; i <= 2000; ++i) {
    const int number = i % 200;
    REQUIRE(list.append(id_of(number)).ok());
    REQUIRE(list.keep_if([&](const Uuid& id) -> Result<bool> { return (number - id[0] + 200) % 200 < 50; }).ok());
    REQUIRE(bounds.next - bounds.first <= 133);
    REQUIRE(rows.rows.size() <= 5);
  }
  CHECK(numbers_in(list).size() == 50);
  CHECK(numbers_in(list).back() == 0);
}

}  // namespace turnstream::evidence
