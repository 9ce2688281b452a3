#include "stages/skill/kept_skill.h"

#include "pipeline/codec/skill.h"
#include "stages/common/evidence/evolution.h"

namespace turnstream::skill {
namespace {

Error damaged() {
  return evidence::bad_state("A skill's row is damaged or has another format.");
}

}  // namespace

std::string SkillForm::encode(const KeptSkill& kept) {
  const model::Skill& skill = kept.skill;
  std::string bytes;
  ByteWriter writer(bytes);
  evidence::write_rank(writer, kept.rank());
  writer.varint(skill.sequence.size());
  for (const std::string& tool : skill.sequence) {
    writer.text(tool);
  }
  writer.varint(static_cast<std::uint64_t>(skill.successes)).varint(static_cast<std::uint64_t>(skill.failures));
  writer.i64(skill.first_seen.value()).i64(skill.last_seen.value());
  evidence::write_evolution(writer, skill.evolution);
  skill.sources.write(writer);
  return bytes;
}

Result<KeptSkill> SkillForm::decode(std::string_view bytes, std::string_view persona, const Uuid& id) {
  ByteReader reader(bytes);
  const std::optional<evidence::DerivedRank> rank = evidence::read_rank(reader);
  if (!rank) {
    return damaged();
  }
  KeptSkill kept{{}, rank->last_used, rank->idle_periods};
  model::Skill& skill = kept.skill;
  skill.id = to_string(id);
  skill.persona_id = std::string(persona);
  skill.proficiency = rank->score;
  skill.capability = rank->marked;
  skill.sequence.resize(reader.count(1));
  for (std::string& tool : skill.sequence) {
    tool = std::string(reader.text());
  }
  skill.successes = static_cast<std::int64_t>(reader.varint());
  skill.failures = static_cast<std::int64_t>(reader.varint());
  skill.first_seen = EventTime{reader.i64()};
  skill.last_seen = EventTime{reader.i64()};
  skill.evolution = evidence::read_evolution(reader);
  skill.sources = model::SourceList::read(reader);
  if (!reader.done()) {
    return damaged();
  }
  return kept;
}

void SkillForm::append_json(std::string& out, const KeptSkill& kept) {
  codec::append_skill(out, kept.skill);
}

std::optional<model::Patch> SkillForm::patch(const KeptSkill& before, const KeptSkill& after) {
  return codec::skill_patch(before.skill, after.skill);
}

}  // namespace turnstream::skill
