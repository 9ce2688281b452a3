#include "tests/unit_lifecycle/lifecycle_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/ids.h"
#include "pipeline/codec/memory_item.h"
#include "stages/lifecycle/lifecycle_stage.h"

namespace turnstream::lifecycle {

using nlohmann::json;

namespace {

/// Borrows the texts.
stage_api::Input command_of(std::string_view kind, std::string_view cause_id, std::string_view command) {
  stage_api::Input input;
  input.kind = stage_api::RecordKind::kCommand;
  input.command_kind = kind;
  input.cause_id = cause_id;
  input.value = command;
  return input;
}

}  // namespace

model::MemoryItem item_of(int number, std::string_view content) {
  const std::string turn = "turn " + std::to_string(number);
  model::MemoryItem item;
  item.id = to_string(codec::memory_id("helper", turn, "/observations/0"));
  item.persona_id = "helper";
  item.session_id = "s1";
  item.content = content.empty() ? "content " + std::to_string(number) : std::string(content);
  item.timestamp = EventTime{kStart};
  item.recorded_at = LogTime{kStart};
  item.base_importance = 600'000;
  item.importance = 600'000;
  item.tags = {"content"};
  item.source = "turn/observation";
  item.provenance = {turn, "/observations/0", "turns", Partition{0}, Offset{number}};
  return item;
}

std::string completion_of(std::string_view stage, std::vector<model::Change> changes) {
  std::sort(changes.begin(), changes.end(), [](const model::Change& a, const model::Change& b) {
    return std::tie(a.kind, a.id) < std::tie(b.kind, b.id);
  });
  model::Completion completion;
  completion.stage = std::string(stage);
  completion.persona_id = "helper";
  completion.cause_kind = "tick";
  completion.changes = std::move(changes);
  codec::count_changes(completion);
  std::string bytes;
  codec::append_completion(bytes, completion);
  return bytes;
}

std::string json_of(const model::MemoryItem& item) {
  std::string text;
  codec::append_memory_item(text, item);
  return text;
}

LifecycleFixture::LifecycleFixture()
    : stage_(make_lifecycle_stage()), driver_(std::make_unique<stage_api::TestDriver>(*stage_)) {}

std::vector<model::Change> LifecycleFixture::promotions(std::vector<model::MemoryItem> items, std::int64_t after_ms) {
  std::vector<model::Change> changes;
  for (model::MemoryItem& item : items) {
    item.tier = model::Tier::kLongTerm;
    item.consolidated_at = LogTime{kStart + after_ms};
    changes.push_back({model::ChangeOp::kPut, "memory", item.id, json_of(item)});
  }
  return changes;
}

stage_api::StageOutcome LifecycleFixture::deliver(stage_api::Input input, const std::vector<model::Change>& changes,
                                                  std::int64_t after_ms) {
  const std::string bytes = completion_of("episodic", changes);
  const std::vector<std::string_view> parts{bytes};
  const std::vector<stage_api::UpstreamCompletion> upstream{{"episodic", model::CompletionStatus::kSuccess, parts},
                                                            {"semantic", model::CompletionStatus::kSuccess, {}},
                                                            {"pattern", model::CompletionStatus::kSuccess, {}}};
  input.log_time = LogTime{kStart + after_ms};
  input.persona = "helper";
  input.upstream = upstream;
  stage_api::StageOutcome outcome = driver_->deliver(input);
  note(outcome);
  return outcome;
}

stage_api::StageOutcome LifecycleFixture::promote(std::vector<model::MemoryItem> items, std::int64_t after_ms) {
  stage_api::Input input;
  input.kind = stage_api::RecordKind::kTick;
  return deliver(input, promotions(std::move(items), after_ms), after_ms);
}

stage_api::StageOutcome LifecycleFixture::turn(std::int64_t after_ms) {
  model::StateExport turn;
  turn.turn_id = "a turn";
  turn.agent_id = "helper";
  stage_api::Input input;
  input.turn = &turn;
  input.cause_id = turn.turn_id;
  return deliver(input, {}, after_ms);
}

stage_api::StageOutcome LifecycleFixture::access(const std::vector<std::string>& ids, std::int64_t count,
                                                 std::int64_t after_ms, std::vector<model::MemoryItem> promoted) {
  const std::string command =
      json{{"args", {{"ids", ids}, {"counts", std::vector<std::int64_t>(ids.size(), count)}}}}.dump();
  const stage_api::Input input = command_of("access", "an access", command);
  return deliver(input, promotions(std::move(promoted), after_ms), after_ms);
}

stage_api::StageOutcome LifecycleFixture::forget(const std::string& args_json, std::int64_t after_ms,
                                                 const std::vector<std::string>& removed,
                                                 std::vector<model::MemoryItem> promoted) {
  const std::string command = R"({"kind":"forget","args":)" + args_json + "}";
  const stage_api::Input input = command_of("forget", "a forget", command);
  std::vector<model::Change> changes = promotions(std::move(promoted), after_ms);
  for (const std::string& id : removed) {
    changes.push_back({model::ChangeOp::kDelete, "memory", id, {}});
  }
  return deliver(input, changes, after_ms);
}

stage_api::StageOutcome LifecycleFixture::sweep(const std::string& args_json, std::int64_t after_ms) {
  const std::string command = R"({"kind":"sweep","args":)" + args_json + "}";
  const stage_api::Input input = command_of("sweep", "a sweep", command);
  return deliver(input, {}, after_ms);
}

stage_api::StageOutcome LifecycleFixture::answer(const std::string& record, std::int64_t after_ms) {
  stage_api::Input input;
  input.kind = stage_api::RecordKind::kEffectResult;
  input.cause_id = "an answer";
  input.value = record;
  return deliver(input, {}, after_ms);
}

stage_api::StageOutcome LifecycleFixture::tick(std::int64_t after_ms) {
  auto outcomes = driver_->tick(LogTime{kStart + after_ms});
  stage_api::StageOutcome outcome = std::move(outcomes["helper"]);
  note(outcome);
  return outcome;
}

std::vector<json> LifecycleFixture::settle(std::int64_t after_ms) {
  std::vector<json> events;
  const auto is_due = [&] {
    const auto timers = driver_->timers("helper");
    return std::any_of(timers.begin(), timers.end(),
                       [&](const auto& timer) { return timer.second.value() <= kStart + after_ms; });
  };
  while (is_due()) {
    for (json& event : events_of(tick(after_ms))) {
      events.push_back(std::move(event));
    }
  }
  return events;
}

void LifecycleFixture::note(const stage_api::StageOutcome& outcome) {
  REQUIRE(outcome.status.ok());
  for (const model::Change& change : outcome.of_kind("memory")) {
    CAPTURE(change.id);
    if (change.op == model::ChangeOp::kDelete) {
      items_.erase(change.id);
    } else if (change.op == model::ChangeOp::kPut) {
      REQUIRE(codec::parse_memory_item(change.value).ok());
      REQUIRE(change.existed == (items_.count(change.id) != 0));
      items_[change.id] = json::parse(change.value);
    } else {
      REQUIRE(items_.count(change.id) != 0);
      items_[change.id].update(json::parse(change.value));
    }
  }
}

std::int64_t LifecycleFixture::rows(std::string_view prefix) {
  const auto& all = driver_->rows("helper");
  return std::count_if(all.begin(), all.end(), [&](const auto& row) { return row.first.starts_with(prefix); });
}

std::vector<json> events_of(const stage_api::StageOutcome& outcome) {
  std::vector<json> events;
  for (const auto& [topic, value] : outcome.events) {
    CHECK(topic == "maintenance");
    events.push_back(json::parse(value));
  }
  return events;
}

json event_of(const stage_api::StageOutcome& outcome, std::string_view type) {
  json found;
  for (const json& event : events_of(outcome)) {
    if (event["type"] == type) {
      CHECK(found.is_null());
      found = event;
    }
  }
  return found;
}

}  // namespace turnstream::lifecycle
