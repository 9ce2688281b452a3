#include "pipeline/runtime/task/record_parts.h"

#include "pipeline/base/time_format.h"

namespace turnstream::runtime {

PersonaPart& RecordParts::of(std::string_view persona) {
  for (auto& part : parts_) {
    if (part.run->persona() == persona) {
      return part;
    }
  }
  auto& part = parts_.emplace_back();
  part.run = std::make_unique<PersonaRun>(task_.state, persona, cause_for(persona));
  part.upstream = answers_for(persona, upstream_);
  return part;
}

RunCause RecordParts::cause_for(std::string_view persona) const {
  // The record's own id may come from another persona's data, such as the id of its turn.
  const bool may_see_id = persona == record_.persona || record_.kind == stage_api::RecordKind::kTick;
  return {task_.stage.info().name, may_see_id ? record_.cause_id : format_time(record_.log_time.value()),
          record_.log_time};
}

std::set<std::string> RecordParts::others() const {
  std::set<std::string> personas;
  for (const auto& answer : upstream_) {
    for (const auto& part : answer.parts) {
      if (part.persona && *part.persona != record_.persona) {
        personas.insert(*part.persona);
      }
    }
  }
  return personas;
}

stage_api::Input RecordParts::input_for(const PersonaPart& part) const {
  stage_api::Input input;
  input.log = record_.log;
  input.log_time = record_.log_time;
  input.now = task_.now;
  input.persona = part.run->persona();
  input.cause_id = part.run->cause_id();
  input.settings = &task_.settings;
  if (!is_own(part)) {
    // The record is not one of this persona, so the stage must not see its content: it receives a tick.
    input.kind = stage_api::RecordKind::kTick;
    return input;
  }
  input.kind = record_.kind;
  input.value = record_.value;
  input.command_kind = record_.command_kind;
  input.source_topic = record_.source_topic;
  input.source_partition = record_.source_partition;
  input.source_offset = record_.source_offset;
  return input;
}

}  // namespace turnstream::runtime
