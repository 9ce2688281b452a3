#include <doctest/doctest.h>

#include "tests/unit_lifecycle/lifecycle_fixture.h"

namespace turnstream::lifecycle {
namespace {

using nlohmann::json;

constexpr const char* kNonsense = "qwopzxjkvmlq";

std::string ids_json(const std::vector<std::string>& ids) {
  return json{{"ids", ids}}.dump();
}

/// True if a row of the persona, or what it shows, contains the text.
bool any_row_contains(LifecycleFixture& fixture, std::string_view text) {
  for (const auto& [key, value] : fixture.driver().rows("helper")) {
    if (key.find(text) != std::string::npos || value.find(text) != std::string::npos ||
        fixture.stage().describe(key, value).dump().find(text) != std::string::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE_FIXTURE(LifecycleFixture, "an item is forgotten by its id and by its turn with all its rows") {
  promote({item_of(1), item_of(2), item_of(3)}, 0);
  const auto outcome = forget(ids_json({item_of(1).id}), kDay);
  CHECK(outcome.removed() == 1);
  CHECK(outcome.processed == 1);
  CHECK(outcome.of_kind("memory").front().id == item_of(1).id);
  forget(ids_json({"turn 2"}), kDay);
  CHECK(items().size() == 1);
  CHECK(items().count(item_of(3).id) == 1);
  forget(ids_json({"turn 3"}), kDay);
  CHECK(rows("item/") + rows("same/") + rows("name/") + rows("~") == 0);
}

TEST_CASE_FIXTURE(LifecycleFixture, "what is not kept is not reported") {
  promote({item_of(1)}, 0);
  const auto outcome = forget(ids_json({"no turn", item_of(9).id}), kDay);
  CHECK(outcome.changes.empty());
  CHECK(outcome.events.empty());
}

TEST_CASE_FIXTURE(LifecycleFixture, "archived items are forgotten like others") {
  promote({item_of(1, kNonsense)}, 0);
  settle(40 * kDay);
  CHECK(item(item_of(1).id)["tier"] == "archived");
  CHECK(any_row_contains(*this, kNonsense));
  CHECK(forget(ids_json({"turn 1"}), 41 * kDay).removed() == 1);
  CHECK_FALSE(any_row_contains(*this, kNonsense));
  CHECK(rows("~") == 0);
}

TEST_CASE_FIXTURE(LifecycleFixture, "a merged item is forgotten by the id or turn of each of its sources") {
  for (const std::string& name : {item_of(2).id, std::string("turn 2"), item_of(1).id, std::string("turn 1")}) {
    CAPTURE(name);
    promote({item_of(1, kNonsense), item_of(2, kNonsense), item_of(3)}, 0);
    forget(ids_json({name}), kDay);
    CHECK(items().count(item_of(1).id) == 0);
    CHECK_FALSE(any_row_contains(*this, kNonsense));
    CHECK(forget(R"({"all":true})", kDay).removed() == 1);
  }
}

TEST_CASE_FIXTURE(LifecycleFixture, "what episodic removes for the command is forgotten here too") {
  model::MemoryItem kept = item_of(1);
  kept.sources = {{kept.id, "turn 1", "s1"}, {item_of(2).id, "turn 2", "s1"}};
  promote({kept, item_of(3)}, 0);
  const auto outcome = forget(ids_json({"something else"}), kDay, {item_of(2).id});
  CHECK(outcome.removed() == 1);
  CHECK(items().count(item_of(3).id) == 1);
}

TEST_CASE_FIXTURE(LifecycleFixture, "an item that is promoted in the record of the command is forgotten") {
  const auto outcome = forget(ids_json({"turn 1"}), 0, {}, {item_of(1), item_of(2)});
  CHECK(outcome.removed() == 1);
  CHECK(outcome.added() == 1);
  CHECK(items().count(item_of(2).id) == 1);
  CHECK(forget(R"({"all":true})", 0, {}, {item_of(3)}).removed() == 2);
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(LifecycleFixture,
                  "a session is forgotten with all its items and those merged from it, and no other") {
  model::MemoryItem other = item_of(1, kNonsense);
  other.session_id = "s2";
  model::MemoryItem merged = item_of(2, kNonsense);
  merged.session_id = "s3";
  promote({other, merged, item_of(3), item_of(4)}, 0);
  settle(40 * kDay);
  model::MemoryItem late = item_of(5);
  late.session_id = "s3";
  promote({late}, 41 * kDay);
  CHECK(forget(R"({"session_id":"s3"})", 42 * kDay).removed() == 2);
  CHECK(items().size() == 2);
  CHECK_FALSE(any_row_contains(*this, kNonsense));
  CHECK(rows("~session/") == 2);
  CHECK(forget(R"({"session_id":"s1"})", 42 * kDay).removed() == 2);
  CHECK(rows("~") == 0);
}

TEST_CASE_FIXTURE(LifecycleFixture, "a turn of which one item is forgotten still names its others") {
  model::MemoryItem twin = item_of(2, "other");
  twin.provenance.turn_id = "turn 1";
  promote({item_of(1), twin}, 0);
  forget(ids_json({item_of(1).id}), kDay);
  CHECK(forget(R"({"session_id":"s1"})", kDay).removed() == 1);
  CHECK(items().empty());
}

TEST_CASE_FIXTURE(LifecycleFixture, "forgetting all leaves no row and no timer and the persona begins again") {
  driver().set_settings(R"({"lifecycle":{"check_references":true}})");
  model::MemoryItem referring = item_of(1, kNonsense);
  referring.references = {"a.md"};
  const auto asked = promote({referring, item_of(2)}, 0);
  REQUIRE(asked.requests.size() == 1);
  promote({item_of(3, kNonsense)}, kDay);
  settle(2 * kDay);
  const auto outcome = forget(R"({"all":true,"confirm":"helper"})", 3 * kDay);
  CHECK(outcome.removed() == 2);
  CHECK(outcome.of_kind("stats")[0].op == model::ChangeOp::kDelete);
  CHECK(driver().rows("helper").empty());
  CHECK(driver().timers("helper").empty());
  CHECK(promote({item_of(1)}, 4 * kDay).added() == 1);
}

}  // namespace turnstream::lifecycle
