#include "stages/lifecycle/admission.h"

#include <doctest/doctest.h>

#include "pipeline/codec/memory_item.h"
#include "tests/unit_lifecycle/lifecycle_fixture.h"

namespace turnstream::lifecycle {

using nlohmann::json;

TEST_CASE_FIXTURE(LifecycleFixture, "a promoted item is reported whole and as new") {
  const auto outcome = promote({item_of(1)}, 0);
  CHECK(outcome.added() == 1);
  CHECK(outcome.updated() == 0);
  model::MemoryItem expected = item_of(1);
  expected.tier = model::Tier::kLongTerm;
  expected.consolidated_at = LogTime{kStart};
  REQUIRE(outcome.of_kind("memory").size() == 1);
  CHECK(outcome.of_kind("memory")[0].value == json_of(expected));
  CHECK(outcome.events.empty());
  REQUIRE(outcome.of_kind("stats").size() == 1);
  CHECK(outcome.of_kind("stats")[0].value ==
        R"({"kind":"stats","id":"long_term","persona_id":"helper","items":1,"archived":0,"merged":0,"deleted":0})");
}

TEST_CASE_FIXTURE(LifecycleFixture, "items that stay in the ring are not taken") {
  model::MemoryItem item = item_of(1, R"(it says "tier":"long_term")");
  const std::string bytes =
      completion_of("episodic", {{model::ChangeOp::kPut, "memory", item.id, json_of(item)},
                                 {model::ChangeOp::kPatch, "memory", item_of(2).id, R"({"tier":"long_term"})"}});
  const std::vector<std::string_view> parts{bytes};
  const std::vector<stage_api::UpstreamCompletion> upstream{{"episodic", model::CompletionStatus::kSuccess, parts}};
  stage_api::Input input;
  input.persona = "helper";
  input.kind = stage_api::RecordKind::kTick;
  input.log_time = LogTime{kStart};
  input.upstream = upstream;
  const auto outcome = driver().deliver(input);
  CHECK(outcome.status.ok());
  CHECK(outcome.changes.empty());
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(LifecycleFixture, "an item that says the same as a kept one of its type is merged into it") {
  model::MemoryItem first = item_of(1, "Kafka is fast");
  first.occurrences = 2;
  first.references = {"a.md"};
  promote({first}, 0);
  model::MemoryItem second = item_of(2, "  kafka is FAST. ");
  second.occurrences = 3;
  second.base_importance = 900'000;
  second.importance = 900'000;
  second.tags = {"other"};
  second.references = {"a.md", "b.md"};
  const auto outcome = promote({second}, kDay);
  CHECK(outcome.added() == 0);
  CHECK(outcome.updated() == 1);
  CHECK(outcome.removed() == 1);
  CHECK(items().size() == 1);
  const json& kept = item(first.id);
  CHECK(kept["occurrences"] == 5);
  CHECK(kept["importance"] == 0.9);
  CHECK(kept["base_importance"] == 0.9);
  CHECK(kept["tags"] == json{"content"});
  CHECK(kept["references"] == json{"a.md", "b.md"});
  CHECK(kept["consolidated_at"] == "2026-01-02T10:00:00.000Z");
  CHECK(kept["sources"] == json{{{"id", first.id}, {"turn_id", "turn 1"}, {"session_id", "s1"}},
                                {{"id", second.id}, {"turn_id", "turn 2"}, {"session_id", "s1"}}});
  const json event = event_of(outcome, "merge");
  CHECK(event["kept"] == first.id);
  CHECK(event["merged"] == json{second.id});
  CHECK(event["stage"] == "lifecycle");
  CHECK(event["timestamp"] == "2026-01-02T10:00:00.000Z");
  CHECK(driver().rows("helper").count("long_term") == 1);
}

TEST_CASE_FIXTURE(LifecycleFixture, "two equal items of one record become one and equal ones of two types stay two") {
  model::MemoryItem error = item_of(3, "same");
  error.type = model::ItemType::kError;
  const auto outcome = promote({item_of(1, "same"), item_of(2, "same"), error}, 0);
  CHECK(outcome.added() == 2);
  CHECK(outcome.removed() == 1);
  CHECK(items().size() == 2);
  CHECK(events_of(outcome).size() == 1);
}

TEST_CASE("a merge keeps at most 16 sources: the first and the newest others") {
  const LifecycleSettings settings;
  model::MemoryItem kept = item_of(0, "same");
  for (int i = 1; i <= 20; ++i) {
    merge(kept, item_of(i, "same"), LogTime{i}, settings);
  }
  CHECK(kept.occurrences == 21);
  CHECK(kept.consolidated_at == LogTime{20});
  REQUIRE(kept.sources.size() == 16);
  CHECK(kept.sources[0].turn_id == "turn 0");
  CHECK(kept.sources[1].turn_id == "turn 6");
  CHECK(kept.sources[15].turn_id == "turn 20");
}

TEST_CASE("a merged item with sources of its own brings all of them") {
  model::MemoryItem merged = item_of(2, "same");
  merged.sources = {{merged.id, "turn 2", "s1"}, {item_of(3).id, "turn 3", "s2"}};
  model::MemoryItem kept = item_of(1, "same");
  kept.ephemeral = true;
  merge(kept, merged, LogTime{0}, {});
  CHECK(kept.sources.size() == 3);
  CHECK(kept.sources[2].session_id == "s2");
  CHECK_FALSE(kept.ephemeral);
}

TEST_CASE_FIXTURE(LifecycleFixture, "an archived item is restored when its content is promoted again") {
  promote({item_of(1, "same")}, 0);
  settle(40 * kDay);
  CHECK(item(item_of(1).id)["tier"] == "archived");
  const auto outcome = promote({item_of(2, "same")}, 41 * kDay);
  CHECK(item(item_of(1).id)["tier"] == "long_term");
  CHECK(item(item_of(1).id)["occurrences"] == 2);
  CHECK(event_of(outcome, "restore")["items"] == json{item_of(1).id});
  CHECK(event_of(outcome, "restore")["reason"] == "merge");
}

TEST_CASE_FIXTURE(LifecycleFixture, "an item whose id is known stays as it was kept") {
  promote({item_of(1, "first")}, 0);
  const auto outcome = promote({item_of(1, "second")}, kDay);
  CHECK(item(item_of(1).id)["content"] == "first");
  CHECK(outcome.updated() == 1);
  CHECK(outcome.added() == 0);
  CHECK(rows("item/") == 1);
}

TEST_CASE_FIXTURE(LifecycleFixture, "an access raises count and importance of what the stage owned before the record") {
  promote({item_of(1)}, 0);
  const auto outcome = access({item_of(1).id, item_of(2).id, "no id"}, 3, kDay, {item_of(2)});
  CHECK(item(item_of(1).id)["access_count"] == 3);
  CHECK(item(item_of(1).id)["importance"] == 0.7);
  CHECK(item(item_of(1).id)["base_importance"] == 0.6);
  CHECK(item(item_of(1).id)["last_accessed_at"] == "2026-01-02T10:00:00.000Z");
  CHECK(item(item_of(2).id)["access_count"] == 0);
  CHECK(outcome.processed == 2);
  access({item_of(1).id, item_of(1).id}, 1'000'000, 2 * kDay);
  CHECK(item(item_of(1).id)["access_count"] == 2'000'003);
  CHECK(item(item_of(1).id)["importance"] == 0.8);
}

TEST_CASE_FIXTURE(LifecycleFixture, "both messages of a turn in one access count their item once") {
  promote({item_of(1)}, 0);
  const auto outcome = access({item_of(1).id + "#user", item_of(1).id + "#assistant"}, 1, kDay);
  CHECK(item(item_of(1).id)["access_count"] == 1);
  CHECK(outcome.processed == 1);
}

TEST_CASE_FIXTURE(LifecycleFixture, "an access with count 0 changes nothing") {
  promote({item_of(1)}, 0);
  CHECK(access({item_of(1).id}, 0, kDay).changes.empty());
}

}  // namespace turnstream::lifecycle
