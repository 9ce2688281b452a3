#include <doctest/doctest.h>
#include <random>

#include "stages/lifecycle/kept_item.h"
#include "tests/unit_lifecycle/lifecycle_fixture.h"

namespace turnstream::lifecycle {

using nlohmann::json;

TEST_CASE_FIXTURE(LifecycleFixture, "an observation rests for 36 days and is archived after 37") {
  promote({item_of(1)}, 0);
  settle(36 * kDay);
  CHECK(item(item_of(1).id)["tier"] == "long_term");
  const auto outcome = tick(37 * kDay);
  CHECK(item(item_of(1).id)["tier"] == "archived");
  CHECK(outcome.updated() == 1);
  const json event = event_of(outcome, "archive");
  CHECK(event["items"] == json{item_of(1).id});
  CHECK(event["reason"] == "strength below 0.1");
  CHECK(outcome.of_kind("memory")[0].value == R"({"tier":"archived"})");
  CHECK(rows("~due/") == 0);
  CHECK(rows("~archived/") == 1);
}

TEST_CASE_FIXTURE(LifecycleFixture, "an access restores an archived item as it was") {
  promote({item_of(1)}, 0);
  const json before = item(item_of(1).id);
  settle(37 * kDay);
  const auto outcome = access({item_of(1).id}, 1, 38 * kDay);
  json after = item(item_of(1).id);
  CHECK(event_of(outcome, "restore")["items"] == json{item_of(1).id});
  CHECK(event_of(outcome, "restore")["reason"] == "access");
  CHECK(after["tier"] == "long_term");
  CHECK(after["importance"] == 0.65);
  for (const char* changed : {"importance", "access_count", "last_accessed_at"}) {
    after[changed] = before[changed];
  }
  CHECK(after == before);
  CHECK(rows("~due/") == 1);
  CHECK(rows("~archived/") == 0);
  settle(38 * kDay + 37 * kDay);
  CHECK(item(item_of(1).id)["tier"] == "long_term");
  settle(38 * kDay + 38 * kDay);
  CHECK(item(item_of(1).id)["tier"] == "archived");
}

TEST_CASE_FIXTURE(LifecycleFixture, "each type has its own half-life") {
  model::MemoryItem error = item_of(1);
  error.type = model::ItemType::kError;
  model::MemoryItem insight = item_of(2);
  insight.type = model::ItemType::kInsight;
  promote({error, insight, item_of(3)}, 0);
  settle(100 * kDay);
  CHECK(item(error.id)["tier"] == "long_term");
  CHECK(item(item_of(3).id)["tier"] == "archived");
  settle(156 * kDay);
  CHECK(item(error.id)["tier"] == "archived");
  settle(943 * kDay);
  CHECK(item(insight.id)["tier"] == "long_term");
  settle(944 * kDay);
  CHECK(item(insight.id)["tier"] == "archived");
}

TEST_CASE_FIXTURE(LifecycleFixture, "after a gap each firing archives a bounded number and the rest follows at once") {
  driver().set_settings(R"({"lifecycle":{"batch_items_max":10}})");
  for (int i = 0; i < 25; ++i) {
    promote({item_of(i)}, i * kSecond);
  }
  std::vector<std::size_t> sizes;
  while (rows("~due/") > 0) {
    sizes.push_back(event_of(tick(100 * kDay), "archive")["items"].size());
  }
  CHECK(sizes == std::vector<std::size_t>{10, 10, 5});
  CHECK(driver().timers("helper").count("archive") == 0);
}

TEST_CASE_FIXTURE(LifecycleFixture, "long texts end a firing early") {
  for (int i = 0; i < 25; ++i) {
    promote({item_of(i, std::string(8000, 'x') + std::to_string(i))}, i * kSecond);
  }
  CHECK(event_of(tick(100 * kDay), "archive")["items"].size() == 9);
}

TEST_CASE_FIXTURE(LifecycleFixture, "a half-life that changes holds from the next due time on") {
  promote({item_of(1)}, 0);
  driver().set_settings(R"({"lifecycle":{"observation_half_life_days":28}})");
  settle(40 * kDay);
  CHECK(item(item_of(1).id)["tier"] == "long_term");
  CHECK(driver().timers("helper").at("archive").value() / kDay == (kStart + 72 * kDay) / kDay);
  settle(73 * kDay);
  CHECK(item(item_of(1).id)["tier"] == "archived");
}

TEST_CASE_FIXTURE(LifecycleFixture, "an accessed item moves back in the order and the timer that fires finds nothing") {
  promote({item_of(1)}, 0);
  access({item_of(1).id}, 1, 30 * kDay);
  const auto outcome = tick(37 * kDay);
  CHECK(outcome.events.empty());
  CHECK(item(item_of(1).id)["tier"] == "long_term");
  CHECK(driver().timers("helper").at("archive").value() > kStart + 60 * kDay);
}

TEST_CASE_FIXTURE(LifecycleFixture, "items are kept for ever unless a retention is set: archived ones included") {
  promote({item_of(1)}, 0);
  model::MemoryItem error = item_of(2);
  error.type = model::ItemType::kError;
  promote({error}, 20 * kDay);
  settle(3650 * kDay);
  CHECK(items().size() == 2);
  driver().set_settings(R"({"lifecycle":{"observation_retention_days":90}})");
  const auto events = settle(3652 * kDay);
  REQUIRE(events.size() == 1);
  CHECK(events[0]["type"] == "retire");
  CHECK(events[0]["items"] == json{item_of(1).id});
  CHECK(events[0]["reason"] == "retention");
  CHECK(items().size() == 1);
  CHECK(rows("item/") == 1);
}

TEST_CASE_FIXTURE(LifecycleFixture, "a retention that is set ends at its day and not at the next daily upkeep") {
  driver().set_settings(R"({"lifecycle":{"observation_retention_days":3}})");
  promote({item_of(1)}, 0);
  settle(3 * kDay - kSecond);
  CHECK(items().size() == 1);
  settle(3 * kDay);
  CHECK(items().empty());
  CHECK(driver().timers("helper").count("upkeep") == 0);
}

TEST_CASE_FIXTURE(LifecycleFixture, "retention deletes a bounded number at each firing") {
  driver().set_settings(R"({"lifecycle":{"observation_retention_days":3,"batch_items_max":4}})");
  for (int i = 0; i < 10; ++i) {
    promote({item_of(i)}, 0);
  }
  CHECK(event_of(tick(4 * kDay), "retire")["items"].size() == 4);
  CHECK(event_of(tick(4 * kDay), "retire")["items"].size() == 4);
  CHECK(event_of(tick(4 * kDay), "retire")["items"].size() == 2);
  CHECK(items().empty());
}

}  // namespace turnstream::lifecycle
