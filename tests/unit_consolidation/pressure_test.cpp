#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {
namespace {

/// A text unlike those of other numbers.
std::string distinct(int number) {
  std::string word;
  for (int rest = number + 1; rest > 0; rest /= 13) {
    word += static_cast<char>('b' + rest % 13);
  }
  return "Report " + word + "q" + word + " names host " + word + "z" + std::to_string(number) + " in rack " + word;
}

void observe_many(ConsolidationFixture& fixture, int from, int to, std::int64_t at_ms) {
  for (int i = from; i < to; ++i) {
    fixture.observe(distinct(i), at_ms, i % 2 == 1);
  }
}

}  // namespace

TEST_CASE("a pressure of exactly the threshold rests and one more item starts a pass of a hundred at the next tick") {
  ConsolidationFixture fixture;
  for (int i = 0; i < 700; ++i) {
    fixture.observe(distinct(i), i * 400, i % 2 == 1);
  }
  CHECK(fixture.stats["memory_pressure"] == 0.7);
  fixture.tick_to(10 * kMinute);
  CHECK(fixture.events_of("pass").empty());
  fixture.observe(distinct(700), 10 * kMinute + 100, false);
  CHECK(fixture.events_of("pass").empty());
  fixture.tick(10 * kMinute + 30 * kSecond);
  const auto pass = fixture.last_pass();
  CHECK(pass["trigger"] == "pressure");
  CHECK(pass["processed"] == 100);
  CHECK(pass["deleted"] == 50);
  CHECK(pass["extracted"] == 50);
  CHECK(pass["merged"] == 0);
  CHECK(pass["fallbacks"] == 0);
  const auto& stats = pass["stats"];
  CHECK(stats["working_memory_count"] == 601);
  CHECK(stats["memory_pressure"] == 0.601);
  CHECK(stats["insight_count"] == 50);
  CHECK(stats["total_consolidated"] == 100);
  CHECK(stats["total_ephemeral_deleted"] == 50);
  CHECK(stats["total_insights_extracted"] == 50);
  CHECK(stats["last_sweep"] == "2026-01-01T10:10:30.000Z");
  CHECK(fixture.insights.size() == 50);
  CHECK(fixture.events_of("extracted").size() == 50);
  for (const auto& [id, insight] : fixture.insights) {
    CHECK(insight["derived_by"]["method"] == "extractive");
    CHECK(fixture.working.at(insight["sources"][0]["id"])["consolidated"] == true);
  }
  fixture.tick(11 * kMinute);
  fixture.tick_to(30 * kMinute);
  CHECK(fixture.events_of("pass").size() == 1);
}

TEST_CASE("an item older than a day of low importance is deleted by the next pass") {
  ConsolidationFixture fixture;
  model::StateExport turn = fixture.empty_turn(0);
  turn.observations.push_back(fixture.observation("The printer on floor three is out of paper again."));
  turn.observations.back().importance_millionths = 200'000;
  fixture.give(turn);
  fixture.observe("The deployment of Globex moved to 9 May.", kMinute);
  fixture.sweep(25 * kHour);
  CHECK(fixture.last_pass()["deleted"] == 1);
  CHECK(fixture.last_pass()["extracted"] == 1);
}

TEST_CASE("entries of one turn wait in the order in which their items stand in the turn") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"model":{"name":"small-1"}})");
  model::StateExport turn = fixture.empty_turn(0);
  for (int i = 0; i < 12; ++i) {
    turn.observations.push_back(fixture.observation(distinct(i)));
  }
  turn.tool_executions.emplace_back();
  turn.tool_executions[0].tool_id = "grep";
  turn.tool_executions[0].observations_added = {fixture.observation(distinct(12))};
  turn.warnings = {fixture.keep(distinct(13))};
  fixture.give(turn);
  fixture.sweep(kSecond);
  REQUIRE(fixture.requests.size() == 1);
  std::vector<std::string> pointers;
  for (const std::string& id : fixture.requests[0].request.items) {
    pointers.push_back(fixture.items.at(id).at("provenance").at("pointer"));
  }
  std::vector<std::string> expected{"/tool_executions/0", "/tool_executions/0/observations_added/0"};
  for (int i = 0; i < 12; ++i) {
    expected.push_back("/observations/" + std::to_string(i));
  }
  expected.emplace_back("/warnings/0");
  CHECK(pointers == expected);
}

TEST_CASE("passes follow at each tick while pressure is above the threshold") {
  ConsolidationFixture fixture;
  observe_many(fixture, 0, 950, 0);
  fixture.tick_to(2 * kMinute);
  CHECK(fixture.events_of("pass").size() == 3);
  CHECK(fixture.last_pass()["stats"]["working_memory_count"] == 650);
}

TEST_CASE("after a pass that left low pressure the next one waits for the interval unless pressure is high") {
  ConsolidationFixture fixture;
  observe_many(fixture, 0, 701, 0);
  fixture.tick(30 * kSecond);
  CHECK(fixture.events_of("pass").size() == 1);
  observe_many(fixture, 701, 810, kMinute);
  fixture.tick_to(5 * kMinute);
  CHECK(fixture.events_of("pass").size() == 1);
  fixture.tick_to(5 * kMinute + 30 * kSecond);
  CHECK(fixture.events_of("pass").size() == 2);
  observe_many(fixture, 810, 1000, 6 * kMinute);
  fixture.tick(6 * kMinute + 30 * kSecond);
  CHECK(fixture.events_of("pass").size() == 3);
}

TEST_CASE("with 250 items in five minutes pressure stays below the limit of the design load") {
  ConsolidationFixture fixture;
  double highest = 0;
  int number = 0;
  for (std::int64_t at = 0; at < 25 * kMinute; at += 6 * kSecond) {
    if (at % (30 * kSecond) == 0) {
      fixture.tick(at);
    }
    model::StateExport turn = fixture.empty_turn(at);
    for (int i = 0; i < 5; ++i) {
      turn.observations.push_back(fixture.observation(distinct(number++)));
    }
    fixture.give(turn);
    highest = std::max(highest, fixture.stats["memory_pressure"].get<double>());
  }
  CHECK(fixture.events_of("pass").size() >= 5);
  CHECK(highest > 0.7);
  CHECK(highest < 0.8);
}

TEST_CASE("a pressure just above the threshold waits for the interval and one that is higher does not") {
  for (const int items : {109, 110}) {
    CAPTURE(items);
    ConsolidationFixture fixture;
    observe_many(fixture, 0, 701, 0);
    fixture.tick(30 * kSecond);
    observe_many(fixture, 701, 701 + items, kMinute);
    fixture.tick(kMinute + 30 * kSecond);
    CHECK(fixture.events_of("pass").size() == (items == 109 ? 1 : 2));
  }
}

TEST_CASE("almost ninety items between two ticks do not lift pressure to the limit of the design load") {
  ConsolidationFixture fixture;
  observe_many(fixture, 0, 701, 0);
  fixture.tick(30 * kSecond);
  observe_many(fixture, 701, 701 + 109, kMinute);
  fixture.tick(kMinute + 30 * kSecond);
  CHECK(fixture.stats["memory_pressure"] == 0.71);
  observe_many(fixture, 810, 810 + 89, kMinute + 40 * kSecond);
  CHECK(fixture.stats["memory_pressure"] == 0.799);
  fixture.tick(2 * kMinute);
  CHECK(fixture.stats["memory_pressure"] == 0.699);
}

TEST_CASE("a pass counts what it handled for the log line and the metrics and a dry run counts nothing handled") {
  ConsolidationFixture fixture;
  observe_many(fixture, 0, 150, 0);
  CHECK(fixture.sweep(kSecond).passed == stage_api::PassCounts{.passes = 1, .handled = 100});
  CHECK(fixture.observe(distinct(500), 2 * kSecond).passed == stage_api::PassCounts{});
  fixture.set_settings(R"({"consolidation":{"dry_run":true}})");
  CHECK(fixture.tick(30 * kSecond).passed == stage_api::PassCounts{.passes = 1});
  CHECK(fixture.last_pass()["processed"] == 50);
}

TEST_CASE("a sweep ignores pressure and continues at the next ticks until all that stood then is handled") {
  ConsolidationFixture fixture;
  observe_many(fixture, 0, 150, 0);
  fixture.sweep(kSecond);
  CHECK(fixture.last_pass()["trigger"] == "command");
  CHECK(fixture.last_pass()["processed"] == 100);
  fixture.observe(distinct(500), 2 * kSecond);
  fixture.tick_to(kMinute);
  CHECK(fixture.events_of("pass").size() == 2);
  CHECK(fixture.last_pass()["processed"] == 50);
  CHECK(fixture.last_pass()["stats"]["working_memory_count"] == 1);
}

TEST_CASE("a sweep while another one continues takes all that either of them means") {
  ConsolidationFixture fixture;
  observe_many(fixture, 0, 150, 0);
  fixture.sweep(kSecond);
  fixture.command("sweep", R"({"passes":["consolidate"],"since":"2027-01-01T00:00:00Z"})", 2 * kSecond);
  fixture.tick_to(kMinute);
  CHECK(fixture.stats["working_memory_count"] == 0);
}

TEST_CASE("a sweep since a time leaves older items alone") {
  ConsolidationFixture fixture;
  fixture.observe(distinct(1), 0);
  fixture.observe(distinct(2), kHour);
  fixture.command("sweep", R"({"passes":["consolidate"],"since":"2026-01-01T10:30:00Z"})", 2 * kHour);
  CHECK(fixture.last_pass()["processed"] == 1);
  CHECK(fixture.stats["working_memory_count"] == 1);
  fixture.command("sweep", R"({"passes":["verify"]})", 2 * kHour);
  CHECK(fixture.events_of("pass").size() == 1);
}

TEST_CASE("the goal memory-consolidation of a turn is a sweep") {
  ConsolidationFixture fixture;
  model::StateExport turn = fixture.empty_turn(0);
  turn.observations.push_back(fixture.observation(distinct(1)));
  model::GoalUpdate goal;
  goal.goal_id = "memory-consolidation";
  goal.progress_json = "0";
  goal.notes = "Time to sort the notes of Globex.";
  turn.goal_updates.push_back(goal);
  fixture.give(turn);
  CHECK(fixture.last_pass()["trigger"] == "self_task");
  CHECK(fixture.last_pass()["processed"] == 2);
}

TEST_CASE("of more entries than twice the bound the oldest are consolidated in the record that brings them") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"consolidation":{"max_working_memory":10,"batch_size":5}})");
  for (int i = 0; i < 25; ++i) {
    fixture.observe(distinct(i), i);
    CHECK(fixture.stats["working_memory_count"].get<int>() <= 20);
  }
  CHECK(fixture.events_of("pass").size() == 5);
  CHECK(fixture.last_pass()["processed"] == 1);
}

TEST_CASE("a dry run announces what a pass would do and changes nothing") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"consolidation":{"dry_run":true}})");
  observe_many(fixture, 0, 20, 0);
  fixture.sweep(kSecond);
  CHECK(fixture.last_pass()["dry_run"] == true);
  CHECK(fixture.last_pass()["processed"] == 20);
  CHECK(fixture.last_pass()["deleted"] == 10);
  CHECK(fixture.insights.empty());
  CHECK(fixture.stats["working_memory_count"] == 20);
  CHECK(fixture.stats["total_consolidated"] == 0);
}

TEST_CASE("in a dry run the oldest entries beyond twice the bound leave and an event names them") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"consolidation":{"dry_run":true,"max_working_memory":10}})");
  fixture.observe(distinct(0), 0);
  const std::string oldest = fixture.working.begin()->first;
  for (int i = 1; i < 20; ++i) {
    fixture.observe(distinct(i), i);
  }
  CHECK(fixture.events_of("quota").empty());
  fixture.observe(distinct(20), 20);
  REQUIRE(fixture.events_of("quota").size() == 1);
  CHECK(fixture.events_of("quota")[0]["items"] == nlohmann::json{oldest});
  CHECK(fixture.events_of("quota")[0]["reason"] == "max_working_memory");
  CHECK(fixture.working.count(oldest) == 0);
  CHECK(fixture.items.count(oldest) == 1);
  observe_many(fixture, 21, 60, kSecond);
  CHECK(fixture.working.size() == 20);
  CHECK(fixture.stats["working_memory_count"] == 20);
  CHECK(fixture.stats["total_consolidated"] == 0);
  CHECK(fixture.insights.empty());
  fixture.set_settings(R"({"consolidation":{"dry_run":true,"max_working_memory":5}})");
  fixture.observe(distinct(60), kMinute);
  CHECK(fixture.stats["working_memory_count"] == 10);
}

TEST_CASE("of very many entries that a dry run left a thousand are handled in one record") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"consolidation":{"dry_run":true}})");
  for (int i = 0; i < 3; ++i) {
    observe_many(fixture, 500 * i, 500 * (i + 1), i * kSecond);
  }
  CHECK(fixture.stats["working_memory_count"] == 1500);
  fixture.set_settings(R"({"consolidation":{"max_working_memory":10}})");
  fixture.observe(distinct(1500), 3 * kSecond);
  CHECK(fixture.stats["working_memory_count"] == 501);
  fixture.observe(distinct(1501), 4 * kSecond);
  CHECK(fixture.stats["working_memory_count"] == 20);
}

}  // namespace turnstream::consolidation
