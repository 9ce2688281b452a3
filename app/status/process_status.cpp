#include "app/status/process_status.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "pipeline/base/joined_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kStageStates[] = {"waiting", "running", "starting", "restoring"};
constexpr std::string_view kRecallStates[] = {"following", "held", "stopped"};

/// Calls `visit` with the name in the JSON and the field, for each field: for reading and for writing.
template <typename Stage, typename Visit>
void visit_stage(Stage& stage, const Visit& visit) {
  visit("stage", stage.stage);
  visit("phase", stage.phase);
  visit("state", stage.state);
  visit("lag", stage.lag);
  visit("restore_offsets", stage.restore_offsets);
  visit("restore_offsets_left", stage.restore_offsets_left);
  visit("records", stage.records);
  visit("commit_us", stage.commit_us);
  visit("timers_armed", stage.timers_armed);
  visit("timers_due", stage.timers_due);
  visit("dead_letters", stage.dead_letters);
  visit("retries", stage.retries);
  visit("restarts", stage.restarts);
}

template <typename Place, typename Visit>
void visit_place(Place& place, const Visit& visit) {
  visit("partition", place.partition);
  visit("next", place.next);
  visit("since", place.since);
}

template <typename Recall, typename Visit>
void visit_recall(Recall& recall, const Visit& visit) {
  visit("state", recall.state);
  visit("lag", recall.lag);
  visit("records", recall.records);
  visit("log_time_ms", recall.log_time_ms);
  visit("waits_for", recall.waits_for);
  visit("failure", recall.failure);
  visit("personas", recall.personas);
  visit("index_bytes", recall.index_bytes);
  visit("partitions", recall.partitions);
}

template <typename Process, typename Visit>
void visit_process(Process& process, const Visit& visit) {
  visit("namespace", process.name_space);
  visit("instance", process.instance);
  visit("grouping", process.grouping);
  visit("version", process.version);
  visit("pid", process.pid);
  visit("started_ms", process.started_ms);
  visit("cpu_ms", process.cpu_ms);
  visit("resident_bytes", process.resident_bytes);
  visit("store_cache_bytes", process.store_cache_bytes);
  visit("store_write_buffer_bytes", process.store_write_buffer_bytes);
  visit("disk_bytes", process.disk_bytes);
  visit("disk_free_bytes", process.disk_free_bytes);
  visit("lag_age_ms", process.lag_age_ms);
  visit("hanging_transactions", process.hanging);
  visit("log", process.log);
  visit("log_lost_since_ms", process.log_lost_since_ms);
  visit("log_lost_cause", process.log_lost_cause);
  visit("clock", process.clock);
  visit("clock_offset_ms", process.clock_offset_ms);
  visit("clock_in_doubt", process.clock_in_doubt);
  visit("log_time_ahead_ms", process.log_time_ahead_ms);
  visit("stages", process.stages);
  visit("recall", process.recall);
}

template <typename Value>
Json to_json(const Value& value) {
  return value;
}

Json to_json(const std::optional<std::int64_t>& value) {
  return value ? Json(*value) : Json();
}

Json to_json(StageState state) {
  return word_of(state);
}

/// Pairs of bound and count; JSON has no infinity, so that the last bound is null.
Json to_json(const Buckets& buckets) {
  Json out = Json::array();
  for (const auto& [bound, count] : buckets) {
    out.push_back({std::isinf(bound) ? Json() : Json(bound), count});
  }
  return out;
}

Json to_json(const std::vector<StageStatus>& stages) {
  Json out = Json::array();
  for (const StageStatus& stage : stages) {
    Json& row = out.emplace_back();
    visit_stage(stage, [&row](const char* name, const auto& value) { row[name] = to_json(value); });
  }
  return out;
}

Json to_json(RecallState state) {
  return word_of(state);
}

Json to_json(const std::vector<RecallPlace>& places) {
  Json out = Json::array();
  for (const RecallPlace& place : places) {
    Json& row = out.emplace_back();
    visit_place(place, [&row](const char* name, const auto& value) { row[name] = to_json(value); });
  }
  return out;
}

Json to_json(const std::optional<RecallStatus>& recall) {
  Json out;
  if (recall) {
    visit_recall(*recall, [&out](const char* name, const auto& value) { out[name] = to_json(value); });
  }
  return out;
}

template <typename Value>
void read(const Json& json, Value& value) {
  json.get_to(value);
}

void read(const Json& json, std::optional<std::int64_t>& value) {
  value = json.is_null() ? std::nullopt : std::optional<std::int64_t>(json.get<std::int64_t>());
}

void read(const Json& json, StageState& state) {
  const auto found = std::find(std::begin(kStageStates), std::end(kStageStates), json.get<std::string_view>());
  state = static_cast<StageState>((found - std::begin(kStageStates)) % std::size(kStageStates));
}

void read(const Json& json, Buckets& buckets) {
  for (const Json& pair : json) {
    const Json& bound = pair.at(0);
    buckets[bound.is_null() ? std::numeric_limits<double>::infinity() : bound.get<double>()] = pair.at(1);
  }
}

void read(const Json& json, std::vector<StageStatus>& stages) {
  for (const Json& row : json) {
    visit_stage(stages.emplace_back(), [&row](const char* name, auto& value) { read(row.at(name), value); });
  }
}

void read(const Json& json, RecallState& state) {
  const auto found = std::find(std::begin(kRecallStates), std::end(kRecallStates), json.get<std::string_view>());
  state = static_cast<RecallState>((found - std::begin(kRecallStates)) % std::size(kRecallStates));
}

void read(const Json& json, std::vector<RecallPlace>& places) {
  for (const Json& row : json) {
    visit_place(places.emplace_back(), [&row](const char* name, auto& value) { read(row.at(name), value); });
  }
}

void read(const Json& json, std::optional<RecallStatus>& recall) {
  if (!json.is_null()) {
    visit_recall(recall.emplace(), [&json](const char* name, auto& value) { read(json.at(name), value); });
  }
}

}  // namespace

std::string_view word_of(StageState state) {
  return kStageStates[static_cast<std::size_t>(state)];
}

std::string_view word_of(RecallState state) {
  return kRecallStates[static_cast<std::size_t>(state)];
}

std::string log_loss_text(const ProcessStatus& status) {
  return "its log, " + status.log + ", has not answered since " + format_time(*status.log_lost_since_ms) +
         ", and it waits: " + status.log_lost_cause;
}

std::string recall_problem(const RecallStatus& recall) {
  if (recall.state == RecallState::kStopped) {
    return "recall has stopped: " + recall.failure;
  }
  return recall.waits_for.empty()
             ? ""
             : "recall waits for " + joined(recall.waits_for, ", ") + ": memory lacks what was not answered";
}

std::string json_of(const ProcessStatus& status) {
  Json out;
  visit_process(status, [&out](const char* name, const auto& value) { out[name] = to_json(value); });
  return json::document_text(out);
}

std::optional<ProcessStatus> parse_process_status(std::string_view text) {
  try {
    const Json in = json::parse_ordered(text);
    ProcessStatus status;
    visit_process(status, [&in](const char* name, auto& value) { read(in.at(name), value); });
    return status;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace turnstream::app
