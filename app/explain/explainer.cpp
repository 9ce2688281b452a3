#include "app/explain/explainer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/errors.h"
#include "app/explain/json_text.h"
#include "app/explain/memory_collector.h"
#include "app/explain/source_resolver.h"
#include "app/explain/turn_collector.h"
#include "pipeline/model/names.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

std::optional<std::string> persona_of(const Question& question) {
  return question.persona.empty() ? std::optional<std::string>() : question.persona;
}

Error not_found(const RecordFinder& finder, const Question& question) {
  const std::string whose = question.persona.empty() ? "" : " in the partition of persona " + question.persona;
  return error_of(error_codes::kNotFound,
                  "no memory, no turn and no dead letter has the id " + question.id + ": " +
                      std::to_string(finder.records_read()) + " records of namespace " + finder.names().name_space() +
                      whose +
                      " were searched. It may not be processed yet. The beginning of an id needs at least 6 "
                      "characters.");
}

/// The fields that a patch changes, used as its title.
std::string patched_fields(const Json& fields) {
  std::string out;
  for (const auto& member : fields.items()) {
    out.append(out.empty() ? "" : ", ").append(member.key()).append(" ").append(readable(bounded_json(member.value())));
  }
  return one_line(out, 90);
}

TurnChange describe(const model::Completion& completion, const model::Change& change) {
  TurnChange out;
  out.stage = completion.stage;
  out.op = name_in(model::kChangeOps, change.op);
  out.kind = change.kind;
  out.id = change.id;
  const Json value = Json::parse(change.value, nullptr, false);
  if (change.op == model::ChangeOp::kPut) {
    out.title = memory_title(change.kind, value);
    out.pointer = text_in(value.value("provenance", Json::object()), "pointer");
  } else if (change.op == model::ChangeOp::kPatch) {
    out.title = patched_fields(value);
  }
  return out;
}

/// Adds one part to the answer of its stage. The part of the persona itself decides the status.
void add_part(StageAnswer& answer, const model::Completion& part, const std::string& persona,
              const std::string& log_topic) {
  ++answer.parts;
  answer.processed += part.items_processed;
  answer.added += part.items_added;
  answer.updated += part.items_updated;
  answer.removed += part.items_removed;
  answer.attempts = std::max(answer.attempts, part.attempts);
  answer.duration_ms = std::max(answer.duration_ms, part.duration_ms);
  if (!answer.status.empty() && part.persona_id != persona) {
    return;
  }
  answer.status = name_in(model::kCompletionStatuses, part.status);
  if (part.error) {
    answer.error_code = part.error->code;
    answer.error_message = part.error->message;
    answer.error_pointer = part.error->pointer;
  }
  if (part.duplicate_of) {
    answer.duplicate_of = Place{log_topic, part.duplicate_of->partition.value(), part.duplicate_of->offset.value()};
  }
}

Status read_answers(RecordFinder& finder, TurnRecord& record, const std::string& persona) {
  for (const AnsweringStage& stage : finder.stages()) {
    StageAnswer answer;
    answer.stage = stage.name;
    answer.phase = stage.phase;
    std::vector<model::Completion> parts;
    if (stage.has_topic) {
      TS_ASSIGN_OR_RETURN(parts, finder.answer(stage.name, record.log));
    }
    for (const model::Completion& part : parts) {
      add_part(answer, part, persona, finder.log_topic());
      for (const model::Change& change : part.changes) {
        if (change.kind != "stats" && part.persona_id == persona) {
          record.changes.add(describe(part, change));
        }
      }
    }
    record.answers.push_back(std::move(answer));
  }
  return {};
}

}  // namespace

Result<Explanation> Explainer::explain(const Question& question) {
  MemoryCollector collector(question.id, question.persona, finder_.log_topic());
  const auto take = [&](const log::Record& record) -> Result<bool> {
    TS_RETURN_IF_ERROR(collector.take_completion(record));
    return true;
  };
  TS_RETURN_IF_ERROR(finder_.scan(finder_.completion_topics(), persona_of(question), take));
  std::vector<IdCandidate> candidates = collector.candidates();
  if (candidates.size() > 1) {
    return Explanation(std::move(candidates));
  }
  if (candidates.empty() || candidates.front().kind == "turn") {
    return explain_turn(question);
  }
  TS_RETURN_IF_ERROR(
      finder_.scan(finder_.event_topics(), candidates.front().persona, [&](const log::Record& record) -> Result<bool> {
        collector.take_event(record);
        return true;
      }));
  std::map<std::string, Place> turns = collector.turns();
  TS_ASSIGN_OR_RETURN(MemoryStory story, finish(std::move(collector).story(), std::move(turns)));
  return Explanation(std::move(story));
}

Result<MemoryStory> Explainer::finish(MemoryStory story, std::map<std::string, Place> turns) {
  SourceResolver resolver(finder_, std::move(turns));
  if (story.memories.empty()) {
    const Json value = {{"sources", Json::array({Json::parse(story.named_as)})}};
    TS_ASSIGN_OR_RETURN(ResolvedSources found, resolver.resolve(value, story.persona));
    story.sources = std::move(found.sources);
  }
  for (const DerivedMemory& memory : story.memories) {
    if (memory.value.empty() || !story.sources.empty()) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(ResolvedSources found, resolver.resolve(Json::parse(memory.value), story.persona));
    story.sources = std::move(found.sources);
    story.sources_left_out = found.left_out;
  }
  return story;
}

Result<Explanation> Explainer::explain_turn(const Question& question) {
  TurnCollector collector(question.id, question.persona);
  TS_RETURN_IF_ERROR(
      finder_.scan({finder_.log_topic()}, persona_of(question), [&](const log::Record& record) -> Result<bool> {
        collector.take_log_record(record);
        return true;
      }));
  // A refused record keeps its own key and so may be in any partition: all are read.
  TS_RETURN_IF_ERROR(
      finder_.scan({finder_.names().dead_letters()}, std::nullopt, [&](const log::Record& record) -> Result<bool> {
        collector.take_dead_letter(record);
        return true;
      }));
  std::vector<IdCandidate> candidates = collector.candidates();
  if (candidates.size() > 1) {
    return Explanation(std::move(candidates));
  }
  if (candidates.empty()) {
    return not_found(finder_, question);
  }
  TurnStory story = std::move(collector).story();
  for (TurnRecord& record : story.records.kept()) {
    TS_RETURN_IF_ERROR(read_answers(finder_, record, story.persona));
  }
  return Explanation(std::move(story));
}

}  // namespace turnstream::app
