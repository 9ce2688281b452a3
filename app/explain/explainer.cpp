#include "app/explain/explainer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "app/errors.h"
#include "app/explain/json_text.h"
#include "app/explain/memory_collector.h"
#include "app/explain/source_resolver.h"
#include "app/explain/turn_collector.h"
#include "pipeline/json/document.h"
#include "pipeline/model/names.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

Error not_found(const RecordFinder& finder, const Question& question) {
  const std::string whose = question.persona.empty() ? "" : " in the partition of persona " + question.persona;
  return error_of(error_codes::kNotFound,
                  "no memory, no turn and no dead letter has the id " + question.id + ": " +
                      std::to_string(finder.records_read()) + " records of namespace " + finder.names().name_space() +
                      whose + " were searched. It may not be processed yet. The beginning of an id needs at least " +
                      std::to_string(kIdCharactersMin) + " characters.");
}

/// A change of a completion as JSON. The title of a patch is the list of fields that it sets.
Report described(const model::Completion& completion, const model::Change& change) {
  const Json value = json::parse_document(change.value);
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

}  // namespace

Result<Report> explain_id(RecordFinder& finder, const Question& question) {
  MemoryCollector collector(question, finder.log_topic());
  const auto take = [&](const log::Record& record) -> Result<bool> {
    TS_RETURN_IF_ERROR(collector.take_completion(record));
    return true;
  };
  TS_RETURN_IF_ERROR(finder.scan(finder.completion_topics(), question.persona, take));
  const Report candidates = collector.candidates();
  if (candidates.size() > 1) {
    return Report{{"candidates", candidates}};
  }
  if (candidates.empty() || candidates[0]["kind"] == "turn") {
    return explain_turn(finder, question);
  }
  TS_RETURN_IF_ERROR(finder.scan(finder.event_topics(), text_in(candidates[0], "persona_id"),
                                 [&](const log::Record& record) -> Result<bool> {
                                   collector.take_event(record);
                                   return true;
                                 }));
  Report report = collector.report(candidates[0]);
  TS_RETURN_IF_ERROR(SourceResolver(finder, collector.turns()).resolve(report));
  return report;
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
  Report report = collector.report(candidates[0]);
  for (Report& record : report["records"]["list"]) {
    TS_RETURN_IF_ERROR(read_answers(finder, record, text_in(report, "persona_id")));
  }
  return report;
}

}  // namespace turnstream::app
