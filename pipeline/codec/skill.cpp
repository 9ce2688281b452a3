#include "pipeline/codec/skill.h"

#include "pipeline/codec/evidence_fields.h"
#include "pipeline/codec/patch_writer.h"

namespace turnstream::codec {

void append_skill(std::string& out, const model::Skill& skill) {
  json::Writer json(out);
  json.begin_object().string("kind", "skill").string("id", skill.id).string("persona_id", skill.persona_id);
  json.begin_array("sequence");
  for (const std::string& tool : skill.sequence) {
    json.string(tool);
  }
  json.end_array().integer("successes", skill.successes).integer("failures", skill.failures);
  json.millionths("proficiency", skill.proficiency).boolean("capability", skill.capability);
  json.time("first_seen", skill.first_seen.value()).time("last_seen", skill.last_seen.value());
  write_evolution(json, "proficiency", skill.evolution);
  write_sources(json, skill.sources);
  json.end_object();
}

model::Patch skill_patch(const model::Skill& before, const model::Skill& after) {
  const auto changed = [&](auto member) { return before.*member != after.*member; };
  PatchWriter patch;
  json::Writer& json = patch.fields();
  if (changed(&model::Skill::successes)) {
    json.integer("successes", after.successes);
  }
  if (changed(&model::Skill::failures)) {
    json.integer("failures", after.failures);
  }
  if (changed(&model::Skill::proficiency)) {
    json.millionths("proficiency", after.proficiency);
  }
  if (changed(&model::Skill::capability)) {
    json.boolean("capability", after.capability);
  }
  if (changed(&model::Skill::first_seen)) {
    json.time("first_seen", after.first_seen.value());
  }
  if (changed(&model::Skill::last_seen)) {
    json.time("last_seen", after.last_seen.value());
  }
  patch.evolution("proficiency", before.evolution, after.evolution);
  patch.sources(before.sources, after.sources);
  return patch.take();
}

Result<model::Skill> parse_skill(std::string_view bytes) {
  model::Skill skill;
  const bool ok = json::read_object(bytes, [&skill](json::Fields& fields) {
    skill.id = fields.text("id");
    skill.persona_id = fields.text("persona_id");
    skill.sequence = fields.texts("sequence");
    skill.successes = fields.integer("successes");
    skill.failures = fields.integer("failures");
    skill.proficiency = fields.millionths("proficiency");
    skill.capability = fields.boolean("capability");
    skill.first_seen = EventTime{fields.time("first_seen")};
    skill.last_seen = EventTime{fields.time("last_seen")};
    skill.evolution = read_evolution(fields, "proficiency");
    skill.sources = read_sources(fields);
  });
  if (!ok) {
    return make_error(error_codes::kBadSkill, Reaction::kStopProcess,
                      "The JSON of a skill cannot be read: a field is missing or has another form.");
  }
  return skill;
}

}  // namespace turnstream::codec
