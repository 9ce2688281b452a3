#include "pipeline/runtime/task/record_parts.h"

namespace turnstream::runtime {

PersonaPart& RecordParts::of(std::string_view persona) {
  for (auto& part : parts_) {
    if (part.run->persona() == persona) {
      return part;
    }
  }
  auto& part = parts_.emplace_back();
  part.run = std::make_unique<PersonaRun>(task_.state, persona);
  part.upstream = answers_for(persona, upstream_);
  return part;
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
