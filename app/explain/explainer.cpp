#include "app/explain/explainer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "app/errors.h"
#include "app/explain/ending.h"
#include "app/explain/event_collector.h"
#include "app/explain/event_report.h"
#include "app/explain/json_text.h"
#include "app/explain/memory_collector.h"
#include "app/explain/source_resolver.h"
#include "app/explain/stale_sources.h"
#include "app/explain/turn_collector.h"
#include "pipeline/codec/patch.h"
#include "pipeline/json/document.h"
#include "pipeline/model/names.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

/// A memory that was merged into one that was merged, and so on: so often.
constexpr int kMergesMax = 8;

Result<Report> explain_memory(RecordFinder& finder, const Question& question, int depth);

Error not_found(const RecordFinder& finder, const Question& question) {
  const std::string whose = question.persona.empty() ? "" : " in the partition of persona " + question.persona;
  return error_of(error_codes::kNotFound,
                  "no memory, turn, event, command or dead letter has the id " + question.id + ": " +
                      std::to_string(finder.records_read()) + " records of namespace " + finder.names().name_space() +
                      whose + " were searched. It may not be processed yet. The beginning of an id needs at least " +
                      std::to_string(kIdCharactersMin) + " characters.");
}

/// A change of a completion as JSON. The title of a patch is the list of fields that it sets.
Report described(const model::Completion& completion, const model::Change& change) {
  const Json value = json::parse_document(codec::named_in(change));
  std::string title;
  std::string pointer;
  if (change.op == model::ChangeOp::kPut) {
    title = memory_title(change.kind, value);
    pointer = text_in(member_in(value, "provenance"), "pointer");
  } else if (change.op == model::ChangeOp::kPatch) {
    title = members_text(value, 90);
  }
  return {{"stage", completion.stage},    {"op", name_in(model::kChangeOps, change.op)},
          {"kind", change.kind},          {"id", change.id},
          {"title", text_or_null(title)}, {"pointer", text_or_null(pointer)}};
}

/// The completion of one stage as JSON: the counts are sums over its parts, attempts and duration are the largest.
Report summed(const AnsweringStage& stage, const std::vector<model::Completion>& parts, const std::string& persona,
              const std::string& log_topic) {
  Report answer = {{"stage", stage.name}, {"phase", stage.phase}, {"answered", !parts.empty()}};
  if (parts.empty()) {
    return answer;
  }
  Report error;
  Report duplicate_of;
  int attempts = 0;
  std::int64_t duration_ms = 0;
  for (const model::Completion& part : parts) {
    attempts = std::max(attempts, part.attempts);
    duration_ms = std::max(duration_ms, part.duration_ms);
    if (answer.contains("status") && part.persona_id != persona) {
      continue;
    }
    answer["status"] = name_in(model::kCompletionStatuses, part.status);
    if (part.error) {
      error = {{"code", part.error->code}, {"message", part.error->message}, {"pointer", part.error->pointer}};
    }
    if (part.duplicate_of) {
      duplicate_of = Place{log_topic, part.duplicate_of->partition.value(), part.duplicate_of->offset.value()};
    }
  }
  const auto total = [&](std::int64_t model::Completion::*count) {
    return std::accumulate(parts.begin(), parts.end(), std::int64_t{0},
                           [&](std::int64_t sum, const model::Completion& part) { return sum + part.*count; });
  };
  answer.update({{"error", error},
                 {"duplicate_of", duplicate_of},
                 {"items_processed", total(&model::Completion::items_processed)},
                 {"items_added", total(&model::Completion::items_added)},
                 {"items_updated", total(&model::Completion::items_updated)},
                 {"items_removed", total(&model::Completion::items_removed)},
                 {"parts", parts.size()},
                 {"attempts", attempts},
                 {"duration_ms", duration_ms}});
  return answer;
}

Status read_answers(RecordFinder& finder, Report& record, const std::string& persona) {
  for (const AnsweringStage& stage : finder.stages()) {
    std::vector<model::Completion> parts;
    if (stage.has_topic) {
      TS_ASSIGN_OR_RETURN(parts, finder.answer(stage.name, record["log"]));
    }
    for (const model::Completion& part : parts) {
      for (const model::Change& change : part.changes) {
        if (change.kind != "stats" && part.persona_id == persona) {
          add_bounded(record["changes"], described(part, change), {.first = 40});
        }
      }
    }
    record["stages"].push_back(summed(stage, parts, persona, finder.log_topic()));
  }
  return {};
}

/// Whether a stage reported that it forgot one of the items that the turn made; the command that did it, or null.
Result<Report> forgetting_of_items(RecordFinder& finder, const Report& turn) {
  std::set<std::string> items;
  for (const Report& record : turn["records"]["list"]) {
    for (const Report& change : record["changes"]["list"]) {
      if (change["kind"] == "memory" && change["op"] == "put") {
        items.insert(text_in(change, "id"));
      }
    }
  }
  Place log;
  const auto take = [&](const log::Record& record) -> Result<bool> {
    const std::string_view bytes = record.value.value_or(std::string_view());
    const Json event = holds(bytes, "forget_report") ? json::parse_document(bytes) : Json();
    for (const Json& id : member_in(event, "items")) {
      if (id.is_string() && items.count(id.get_ref<const std::string&>()) > 0) {
        const Json& position = member_in(event, "log");
        log = {finder.log_topic(), integer_in(position, "partition"), integer_in(position, "offset")};
        return false;
      }
    }
    return true;
  };
  if (!items.empty()) {
    TS_RETURN_IF_ERROR(finder.scan({finder.names().events("maintenance")}, text_in(turn, "persona_id"), take));
  }
  return log.topic.empty() ? Result<Report>(Report()) : read_command(finder, log);
}

/// Completes the report of a turn: if it was forgotten, with the command and without its text.
Status add_forgetting(RecordFinder& finder, Report& turn) {
  if (turn["forgotten"].is_null()) {
    TS_ASSIGN_OR_RETURN(turn["forgotten"], forgetting_of_items(finder, turn));
  }
  if (turn["forgotten"].is_null()) {
    return {};
  }
  turn["excerpt"] = nullptr;
  for (Report& record : turn["records"]["list"]) {
    for (Report& change : record["changes"]["list"]) {
      change["title"] = nullptr;
    }
  }
  return {};
}

/// The report of what the id became: of the memory into which it was merged, or of the command that forgot it. If that is
/// not in the topics any longer, of the event that says so.
Result<Report> follow(RecordFinder& finder, const Report& candidate, const Report& found, int depth) {
  const std::string persona = text_in(candidate, "persona_id");
  const Question next{text_in(found, "into"), persona};
  const bool is_merged = candidate["kind"] == "merged";
  Result<Report> report = is_merged ? explain_memory(finder, next, depth + 1) : explain_turn(finder, next);
  if (!report.ok() && report.error().code == error_codes::kNotFound) {
    report = event_report(finder, found);
  }
  TS_RETURN_IF_ERROR(report.ok() ? Status() : Status(report.error()));
  Report time = found["time"];
  if (const Report& log = member_in(found["value"], "log"); time.is_null() && log.is_object()) {
    TS_ASSIGN_OR_RETURN(const auto record, finder.log_record({finder.log_topic(), integer_in(log, "partition"),
                                                              integer_in(log, "offset")}));
    time = record ? text_or_null(record->log_time) : Report();
  }
  Report asked = Report::array({{{"id", candidate["id"]},
                                 {"how", is_merged ? "merged" : "forgotten"},
                                 {"into", found["into"]},
                                 {"time", time},
                                 {"place", found["place"]}}});
  for (const Report& later : member_in(*report, "asked")) {
    asked.push_back(later);
  }
  (*report)["asked"] = std::move(asked);
  return report;
}

/// Explains an id that no completion has: an event, or what events or commands say became of it; else a turn.
Result<Report> explain_event(RecordFinder& finder, const Question& question, const EventCollector& events, int depth) {
  const Report candidates = events.candidates();
  if (candidates.empty() || depth > kMergesMax) {
    return explain_turn(finder, question);
  }
  if (candidates.size() > 1) {
    return Report{{"candidates", candidates}};
  }
  const EventCollector::Owner owner(text_in(candidates[0], "persona_id"), text_in(candidates[0], "id"));
  if (candidates[0]["kind"] == "event") {
    return event_report(finder, events.event(owner));
  }
  const bool is_merged = candidates[0]["kind"] == "merged";
  return follow(finder, candidates[0], is_merged ? events.merge(owner) : events.forgetting(owner), depth);
}

Result<Report> explain_memory(RecordFinder& finder, const Question& question, int depth) {
  MemoryCollector memories(question, finder.log_topic());
  const auto take = [&](const log::Record& record) -> Result<bool> {
    TS_RETURN_IF_ERROR(memories.take_completion(record));
    return true;
  };
  TS_RETURN_IF_ERROR(finder.scan(finder.completion_topics(), question.persona, take));
  const Report candidates = memories.candidates();
  if (candidates.size() > 1) {
    return Report{{"candidates", candidates}};
  }
  if (!candidates.empty() && candidates[0]["kind"] == "turn") {
    return explain_turn(finder, question);
  }
  EventCollector events(question);
  const std::string persona = candidates.empty() ? question.persona : text_in(candidates[0], "persona_id");
  TS_RETURN_IF_ERROR(finder.scan(finder.event_topics(), persona, [&](const log::Record& record) -> Result<bool> {
    events.take(record);
    return true;
  }));
  if (candidates.empty()) {
    return explain_event(finder, question, events, depth);
  }
  Report report = memories.report(candidates[0]);
  report["events"] = events.naming(text_in(report, "id"));
  TS_RETURN_IF_ERROR(SourceResolver(finder, memories.turns()).resolve(report));
  TS_RETURN_IF_ERROR(mark_stale(finder, report));
  TS_RETURN_IF_ERROR(add_endings(finder, events, report));
  withhold_forgotten(report);
  return report;
}

}  // namespace

Result<Report> explain_id(RecordFinder& finder, const Question& question) {
  return explain_memory(finder, question, 0);
}

Result<Report> explain_turn(RecordFinder& finder, const Question& question) {
  TurnCollector collector(question);
  TS_RETURN_IF_ERROR(
      finder.scan({finder.log_topic()}, question.persona, [&](const log::Record& record) -> Result<bool> {
        collector.take_log_record(record);
        return true;
      }));
  // All partitions are read: a record that intake refused keeps its own key, so it can be in any of them.
  TS_RETURN_IF_ERROR(finder.scan({finder.names().dead_letters()}, "", [&](const log::Record& record) -> Result<bool> {
    collector.take_dead_letter(record);
    return true;
  }));
  const Report candidates = collector.candidates();
  if (candidates.empty()) {
    return not_found(finder, question);
  }
  if (candidates.size() > 1) {
    return Report{{"candidates", candidates}};
  }
  if (candidates[0]["kind"] == "forgotten") {
    const Report command = collector.forgetting(candidates[0]);
    return follow(finder, candidates[0],
                  {{"into", command["id"]}, {"time", command["time"]}, {"value", nullptr}, {"place", command["log"]}},
                  0);
  }
  Report report = collector.report(candidates[0]);
  for (Report& record : report["records"]["list"]) {
    TS_RETURN_IF_ERROR(read_answers(finder, record, text_in(report, "persona_id")));
  }
  if (report.contains("turn_id")) {
    TS_RETURN_IF_ERROR(add_forgetting(finder, report));
  }
  return report;
}

}  // namespace turnstream::app
