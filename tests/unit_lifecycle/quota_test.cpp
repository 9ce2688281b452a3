#include <doctest/doctest.h>

#include "tests/unit_lifecycle/lifecycle_fixture.h"

namespace turnstream::lifecycle {
namespace {

using nlohmann::json;

model::MemoryItem with_importance(int number, std::int64_t importance) {
  model::MemoryItem item = item_of(number);
  item.base_importance = importance;
  item.importance = importance;
  return item;
}

}  // namespace

TEST_CASE_FIXTURE(LifecycleFixture, "over the quota the weakest item is archived") {
  driver().set_settings(R"({"lifecycle":{"long_term_items_max":2}})");
  promote({with_importance(1, 600'000), with_importance(2, 900'000)}, 0);
  const auto outcome = promote({with_importance(3, 700'000)}, kHour);
  CHECK(item(item_of(1).id)["tier"] == "archived");
  CHECK(item(item_of(3).id)["tier"] == "long_term");
  const json event = event_of(outcome, "quota");
  CHECK(event["items"] == json{item_of(1).id});
  CHECK(event["reason"] == "archived");
}

TEST_CASE_FIXTURE(LifecycleFixture, "the weakest is found among all types by strength and not by due time") {
  driver().set_settings(R"({"lifecycle":{"long_term_items_max":2}})");
  model::MemoryItem insight = with_importance(1, 600'000);
  insight.type = model::ItemType::kInsight;
  promote({insight, with_importance(2, 900'000)}, 0);
  // After 6 days the observation has strength .67, later less than the insight.
  promote({with_importance(3, 950'000)}, 6 * kDay);
  CHECK(item(insight.id)["tier"] == "archived");
  model::MemoryItem second = with_importance(4, 600'000);
  second.type = model::ItemType::kInsight;
  promote({second}, 12 * kDay);
  CHECK(item(item_of(2).id)["tier"] == "archived");
  CHECK(item(second.id)["tier"] == "long_term");
}

TEST_CASE_FIXTURE(LifecycleFixture, "items below the floor are deleted first and only over the quota") {
  driver().set_settings(R"({"lifecycle":{"long_term_items_max":2}})");
  promote({with_importance(1, 250'000), with_importance(2, 310'000)}, 0);
  CHECK(items().size() == 2);
  auto outcome = promote({with_importance(3, 400'000)}, kHour);
  CHECK(items().count(item_of(1).id) == 0);
  CHECK(outcome.removed() == 1);
  CHECK(event_of(outcome, "quota")["reason"] == "deleted");
  outcome = promote({with_importance(4, 400'000)}, 2 * kHour);
  CHECK(item(item_of(2).id)["tier"] == "archived");
  CHECK(rows("item/") == 3);
}

TEST_CASE_FIXTURE(LifecycleFixture,
                  "a new item below the floor that the quota deletes at once is reported as deleted") {
  driver().set_settings(R"({"lifecycle":{"long_term_items_max":1}})");
  promote({with_importance(1, 900'000)}, 0);
  const auto outcome = promote({with_importance(2, 100'000)}, 0);
  REQUIRE(outcome.of_kind("memory").size() == 1);
  CHECK(outcome.of_kind("memory")[0].op == model::ChangeOp::kDelete);
  CHECK(outcome.of_kind("memory")[0].id == item_of(2).id);
}

TEST_CASE_FIXTURE(LifecycleFixture, "a floor that is raised holds at once for old items") {
  driver().set_settings(R"({"lifecycle":{"long_term_items_max":1}})");
  promote({with_importance(1, 450'000)}, 0);
  driver().set_settings(R"({"lifecycle":{"long_term_items_max":1,"quota_floor_importance":0.5}})");
  promote({with_importance(2, 900'000)}, 0);
  CHECK(items().size() == 1);
}

TEST_CASE_FIXTURE(LifecycleFixture, "a quota that is lowered is met in bounded steps by the next records") {
  for (int i = 0; i < 20; ++i) {
    promote({item_of(i)}, i);
  }
  driver().set_settings(R"({"lifecycle":{"long_term_items_max":5,"batch_items_max":6}})");
  settle(2 * kDay);
  CHECK(rows("~due/") == 5);
  CHECK(rows("~archived/") == 15);
  CHECK(item(item_of(19).id)["tier"] == "long_term");
  CHECK(item(item_of(14).id)["tier"] == "archived");
}

TEST_CASE_FIXTURE(LifecycleFixture,
                  "without a maximum all archived items stay and with one the longest archived leave") {
  for (int i = 0; i < 6; ++i) {
    promote({item_of(i)}, i * kDay);
  }
  for (int day = 37; day <= 50; ++day) {
    settle(day * kDay);
  }
  CHECK(rows("~archived/") == 6);
  driver().set_settings(R"({"lifecycle":{"archived_items_max":2}})");
  const auto events = settle(52 * kDay);
  REQUIRE(events.size() == 1);
  CHECK(events[0]["reason"] == "deleted");
  CHECK(events[0]["items"].size() == 4);
  CHECK(rows("~archived/") == 2);
  CHECK(items().count(item_of(4).id) + items().count(item_of(5).id) == 2);
}

TEST_CASE_FIXTURE(LifecycleFixture, "a restored item counts against the quota") {
  driver().set_settings(R"({"lifecycle":{"long_term_items_max":1}})");
  promote({with_importance(1, 600'000)}, 0);
  promote({with_importance(2, 610'000)}, 1);
  CHECK(item(item_of(1).id)["tier"] == "archived");
  access({item_of(1).id}, 1, 2);
  CHECK(item(item_of(1).id)["tier"] == "long_term");
  CHECK(item(item_of(2).id)["tier"] == "archived");
}

}  // namespace turnstream::lifecycle
