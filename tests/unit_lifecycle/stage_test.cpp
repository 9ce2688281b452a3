#include <doctest/doctest.h>

#include "pipeline/codec/memory_item.h"
#include "stages/episodic/episodic_stage.h"
#include "stages/lifecycle/lifecycle_stage.h"
#include "tests/unit_lifecycle/lifecycle_fixture.h"

namespace turnstream::lifecycle {
namespace {

using nlohmann::json;

/// episodic and lifecycle, connected as in the pipeline.
struct Both {
  std::unique_ptr<stage_api::Stage> episodic = episodic::make_episodic_stage();
  std::unique_ptr<stage_api::Stage> lifecycle = make_lifecycle_stage();
  stage_api::TestDriver first{*episodic};
  stage_api::TestDriver second{*lifecycle};

  stage_api::StageOutcome pass_on(stage_api::Input input, const stage_api::StageOutcome& outcome) {
    const std::string bytes = completion_of("episodic", outcome.changes);
    const std::vector<std::string_view> parts{bytes};
    const std::vector<stage_api::UpstreamCompletion> upstream{
        {"episodic", outcome.status.ok() ? model::CompletionStatus::kSuccess : model::CompletionStatus::kFailure,
         parts}};
    input.upstream = upstream;
    return second.deliver(input);
  }

  stage_api::StageOutcome turn(const model::StateExport& turn, std::int64_t after_ms) {
    stage_api::Input input;
    input.log_time = LogTime{kStart + after_ms};
    input.persona = turn.agent_id;
    input.turn = &turn;
    input.cause_id = turn.turn_id;
    return pass_on(input, first.turn(turn, input.log_time));
  }

  stage_api::StageOutcome command(std::string_view kind, const std::string& value, std::int64_t after_ms) {
    stage_api::Input input;
    input.kind = stage_api::RecordKind::kCommand;
    input.log_time = LogTime{kStart + after_ms};
    input.persona = "helper";
    input.command_kind = kind;
    input.value = value;
    return pass_on(input, first.command("helper", kind, value, input.log_time));
  }
};

model::StateExport first_turn() {
  model::StateExport turn;
  turn.turn_id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  turn.agent_id = "helper";
  turn.session_id = "s1";
  turn.timestamp = EventTime{kStart};
  turn.turn_data.user_input = "I prefer TypeScript for large codebases";
  turn.turn_data.assistant_response = "Noted.";
  auto& tool = turn.tool_executions.emplace_back();
  tool.tool_id = "grep";
  tool.inputs_json = "{}";
  tool.outputs_json = "{}";
  auto& observation = turn.observations.emplace_back();
  observation.type = "observation";
  observation.content = "three tsconfig files in the repository";
  return turn;
}

}  // namespace

TEST_CASE("of the first turn the chat and the tool become long-term items") {
  Both both;
  const auto outcome = both.turn(first_turn(), 0);
  REQUIRE(outcome.status.ok());
  CHECK(outcome.added() == 2);
  for (const model::Change& change : outcome.of_kind("memory")) {
    const json item = json::parse(change.value);
    CHECK(item["tier"] == "long_term");
    CHECK(item["importance"] == 0.7);
    CHECK(item["consolidated_at"] == "2026-01-01T10:00:00.000Z");
  }
}

TEST_CASE("an observation of .4 is promoted by fifteen accesses and rests 36 days and is archived after 37") {
  Both both;
  const auto turn = first_turn();
  const auto made = both.first.turn(turn, LogTime{kStart});
  std::string id;
  for (const model::Change& change : made.of_kind("memory")) {
    id = json::parse(change.value)["type"] == "observation" ? change.id : id;
  }
  const auto outcome = both.command("access", json{{"args", {{"ids", {id}}, {"counts", {15}}}}}.dump(), kHour);
  REQUIRE(outcome.status.ok());
  REQUIRE(outcome.added() == 1);
  const json item = json::parse(outcome.of_kind("memory")[0].value);
  CHECK(item["importance"] == 0.6);
  CHECK(item["access_count"] == 15);
  both.second.tick(LogTime{kStart + kHour + 36 * kDay});
  CHECK(both.second.tick(LogTime{kStart + kHour + 36 * kDay}).empty());
  const auto archived = both.second.tick(LogTime{kStart + kHour + 37 * kDay});
  REQUIRE(archived.count("helper") == 1);
  CHECK(archived.at("helper").of_kind("memory")[0].value == R"({"tier":"archived"})");
}

TEST_CASE("an import of old turns archives and deletes nothing by their age") {
  Both both;
  auto turn = first_turn();
  turn.timestamp = EventTime{kStart - 1000 * kDay};
  CHECK(both.turn(turn, 0).added() == 2);
  for (std::int64_t after = 0; after <= kHour; after += 30 * kSecond) {
    for (const auto& [persona, outcome] : both.second.tick(LogTime{kStart + after})) {
      CHECK(outcome.changes.empty());
    }
  }
}

TEST_CASE("a forgotten word is in no row of the persona") {
  Both both;
  auto turn = first_turn();
  turn.turn_data.user_input = "my secret word is qwopzxjkvmlq";
  both.turn(turn, 0);
  both.command("forget", R"({"args":{"ids":["01ARZ3NDEKTSV4RRFFQ69G5FAV"]}})", kHour);
  for (const auto& [key, value] : both.second.rows("helper")) {
    CHECK(value.find("qwopzxjkvmlq") == std::string::npos);
    CHECK(both.lifecycle->describe(key, value).dump().find("qwopzxjkvmlq") == std::string::npos);
  }
  CHECK(both.second.rows("helper").size() == 1);
}

TEST_CASE_FIXTURE(LifecycleFixture, "a turn without promotions changes nothing") {
  promote({item_of(1)}, 0);
  const auto rows_before = driver().rows("helper");
  const auto outcome = turn(kHour);
  CHECK(outcome.changes.empty());
  CHECK(driver().rows("helper") == rows_before);
}

TEST_CASE_FIXTURE(LifecycleFixture, "two personas never meet") {
  promote({item_of(1, "same")}, 0);
  model::MemoryItem other = item_of(2, "same");
  other.persona_id = "other";
  other.tier = model::Tier::kLongTerm;
  const std::string bytes = completion_of("episodic", {{model::ChangeOp::kPut, "memory", other.id, json_of(other)}});
  const std::vector<std::string_view> parts{bytes};
  const std::vector<stage_api::UpstreamCompletion> upstream{{"episodic", model::CompletionStatus::kSuccess, parts}};
  stage_api::Input input;
  input.persona = "other";
  input.kind = stage_api::RecordKind::kTick;
  input.log_time = LogTime{kStart};
  input.upstream = upstream;
  CHECK(driver().deliver(input).added() == 1);
  CHECK(driver().command("other", "forget", R"({"args":{"all":true}})", LogTime{kStart}).removed() == 1);
  CHECK(rows("item/") == 1);
}

TEST_CASE_FIXTURE(LifecycleFixture, "a record that repeats gives the same events and changes and rows") {
  const auto run = [] {
    LifecycleFixture fixture;
    std::string made;
    for (int i = 0; i < 30; ++i) {
      const auto outcome = fixture.promote({item_of(i, "content " + std::to_string(i % 7))}, i * kDay);
      for (const auto& change : outcome.changes) {
        made += change.id + change.value;
      }
      for (const auto& [topic, value] : outcome.events) {
        made += value;
      }
    }
    for (const auto& [key, value] : fixture.driver().rows("helper")) {
      made += key + value;
    }
    return made;
  };
  CHECK(run() == run());
}

}  // namespace turnstream::lifecycle
