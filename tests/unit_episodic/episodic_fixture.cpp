#include "tests/unit_episodic/episodic_fixture.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/check.h"
#include "pipeline/codec/memory_item.h"
#include "stages/episodic/episodic_stage.h"

namespace turnstream::episodic {
namespace {

LogTime at(std::int64_t after_ms) {
  return LogTime{kStart + after_ms};
}

model::MemoryItem read_item(const model::Change& change) {
  auto item = codec::parse_memory_item(change.value);
  CHECK(item.ok());
  return *std::move(item);
}

}  // namespace

model::StateExport empty_turn(std::string_view turn_id, std::int64_t after_ms) {
  model::StateExport turn;
  turn.turn_id = turn_id;
  turn.agent_id = "helper";
  turn.session_id = "s1";
  turn.timestamp = EventTime{kStart + after_ms};
  return turn;
}

model::Observation observation(std::string_view content) {
  model::Observation made;
  made.type = "observation";
  made.content = content;
  return made;
}

model::ToolExecution tool(std::string_view tool_id, model::ToolStatus status) {
  model::ToolExecution made;
  made.tool_id = tool_id;
  made.status = status;
  made.inputs_json = "{}";
  made.outputs_json = "{}";
  return made;
}

std::vector<NewItem> items_of(const model::StateExport& turn, const EpisodicSettings& settings) {
  stage_api::Input input;
  input.turn = &turn;
  input.persona = turn.agent_id;
  input.log_time = LogTime{kStart};
  input.source_topic = "turns";
  return items_of_turn(input, settings);
}

model::MemoryItem item_saying(std::string_view content, model::ItemType type) {
  model::MemoryItem item;
  item.id = "own";
  item.type = type;
  item.content = std::string(content);
  return item;
}

EpisodicFixture::EpisodicFixture()
    : stage_(make_episodic_stage()), driver_(std::make_unique<stage_api::TestDriver>(*stage_)) {}

std::string_view EpisodicFixture::keep(std::string text) {
  return texts_.emplace_back(std::move(text));
}

stage_api::StageOutcome EpisodicFixture::turn(const model::StateExport& turn) {
  return driver_->turn(turn, LogTime{turn.timestamp.value()});
}

stage_api::StageOutcome EpisodicFixture::observe(std::string_view content, std::int64_t after_ms) {
  auto made = empty_turn(keep("turn " + std::to_string(++turns_)), after_ms);
  made.observations.push_back(observation(content));
  return turn(made);
}

stage_api::StageOutcome EpisodicFixture::chat(std::string_view user_input, std::int64_t after_ms,
                                              std::string_view session) {
  auto made = empty_turn(keep("turn " + std::to_string(++turns_)), after_ms);
  made.turn_data.user_input = user_input;
  made.session_id = session;
  return turn(made);
}

stage_api::StageOutcome EpisodicFixture::access(const std::string& id, std::int64_t count, std::int64_t after_ms) {
  const nlohmann::json command{{"args", {{"ids", {id}}, {"counts", {count}}}}};
  return driver_->command("helper", "access", command.dump(), at(after_ms));
}

stage_api::StageOutcome EpisodicFixture::forget(const std::string& args_json, std::int64_t after_ms) {
  return driver_->command("helper", "forget", R"({"kind":"forget","args":)" + args_json + "}", at(after_ms));
}

stage_api::StageOutcome EpisodicFixture::unforget(const std::string& args_json, std::int64_t after_ms) {
  return driver_->command("helper", "unforget", R"({"kind":"unforget","args":)" + args_json + "}", at(after_ms));
}

stage_api::StageOutcome EpisodicFixture::tick(std::int64_t after_ms) {
  auto outcomes = driver_->tick(at(after_ms));
  return outcomes.count("helper") == 0 ? stage_api::StageOutcome{} : std::move(outcomes["helper"]);
}

std::vector<model::Change> EpisodicFixture::ticks(std::int64_t from_ms, std::int64_t to_ms) {
  std::vector<model::Change> changes;
  for (std::int64_t time = from_ms + 30 * kSecond; time <= to_ms; time += 30 * kSecond) {
    for (auto& change : tick(time).changes) {
      changes.push_back(std::move(change));
    }
  }
  return changes;
}

std::int64_t EpisodicFixture::ring_size() {
  const auto& rows = driver_->rows("helper");
  const auto row = rows.find("ring");
  return row == rows.end() ? 0 : static_cast<std::int64_t>(stage_->describe("ring", row->second)["ring"].size());
}

std::int64_t EpisodicFixture::counter(const char* name) {
  const auto& rows = driver_->rows("helper");
  const auto row = rows.find("ring");
  return row == rows.end() ? 0 : stage_->describe("ring", row->second)[name].get<std::int64_t>();
}

std::vector<model::MemoryItem> items_put(const stage_api::StageOutcome& outcome) {
  std::vector<model::MemoryItem> items;
  for (const auto& change : outcome.of_kind("memory")) {
    if (change.op == model::ChangeOp::kPut) {
      items.push_back(read_item(change));
    }
  }
  return items;
}

std::vector<model::MemoryItem> items_added(const stage_api::StageOutcome& outcome) {
  std::vector<model::MemoryItem> items;
  for (const auto& change : outcome.of_kind("memory")) {
    if (change.op == model::ChangeOp::kPut && !change.existed) {
      items.push_back(read_item(change));
    }
  }
  return items;
}

}  // namespace turnstream::episodic
