#include "stages/skill/skill_state.h"

#include "pipeline/base/byte_stream.h"
#include "pipeline/evidence/evolution.h"
#include "pipeline/evidence/source_list.h"

namespace turnstream::skill {
namespace {

constexpr std::uint8_t kFormat = 1;

std::uint64_t unsigned_of(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

std::int64_t count_in(ByteReader& reader) {
  return static_cast<std::int64_t>(reader.varint());
}

void write_rank(ByteWriter& writer, const SkillRank& rank) {
  writer.u8(kFormat).varint(unsigned_of(rank.proficiency)).u8(rank.capability ? 1 : 0);
  writer.i64(rank.last_used.value()).varint(unsigned_of(rank.idle_periods));
}

/// Absent if the row has another format or is too short.
std::optional<SkillRank> read_rank(ByteReader& reader) {
  const bool known = reader.u8() == kFormat;
  SkillRank rank;
  rank.proficiency = count_in(reader);
  rank.capability = reader.u8() != 0;
  rank.last_used = LogTime{reader.i64()};
  rank.idle_periods = count_in(reader);
  return known && reader.ok() ? std::optional(rank) : std::nullopt;
}

}  // namespace

std::string skill_key(const Uuid& id) {
  std::string key(kSkillPrefix);
  key.append(reinterpret_cast<const char*>(id.data()), id.size());
  return key;
}

std::string encode_head(const SkillHead& head) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(unsigned_of(head.skills)).varint(unsigned_of(head.capabilities));
  writer.varint(head.ids.first).varint(head.ids.next).u8(head.timer.has_value() ? 1 : 0);
  if (head.timer.has_value()) {
    writer.i64(head.timer->value());
  }
  return bytes;
}

Result<SkillHead> decode_head(std::string_view bytes) {
  ByteReader reader(bytes);
  const bool known = reader.u8() == kFormat;
  SkillHead head;
  head.skills = count_in(reader);
  head.capabilities = count_in(reader);
  head.ids.first = reader.varint();
  head.ids.next = reader.varint();
  if (reader.u8() != 0) {
    head.timer = LogTime{reader.i64()};
  }
  if (!known || !reader.done()) {
    return bad_state("The head of the skills is damaged.");
  }
  return head;
}

std::string encode_skill(const KeptSkill& kept) {
  const model::Skill& skill = kept.skill;
  std::string bytes;
  ByteWriter writer(bytes);
  write_rank(writer, kept.rank());
  writer.varint(skill.sequence.size());
  for (const std::string& tool : skill.sequence) {
    writer.text(tool);
  }
  writer.varint(unsigned_of(skill.successes)).varint(unsigned_of(skill.failures));
  writer.i64(skill.first_seen.value()).i64(skill.last_seen.value());
  evidence::write_evolution(writer, skill.evolution);
  evidence::write_sources(writer, skill.sources);
  return bytes;
}

Result<KeptSkill> decode_skill(std::string_view bytes, std::string_view persona, const Uuid& id) {
  ByteReader reader(bytes);
  const std::optional<SkillRank> rank = read_rank(reader);
  if (!rank.has_value()) {
    return bad_state("A skill's row is damaged.");
  }
  KeptSkill kept{{}, rank->last_used, rank->idle_periods};
  model::Skill& skill = kept.skill;
  skill.id = to_string(id);
  skill.persona_id = std::string(persona);
  skill.proficiency = rank->proficiency;
  skill.capability = rank->capability;
  skill.sequence.resize(reader.count(1));
  for (std::string& tool : skill.sequence) {
    tool = std::string(reader.text());
  }
  skill.successes = count_in(reader);
  skill.failures = count_in(reader);
  skill.first_seen = EventTime{reader.i64()};
  skill.last_seen = EventTime{reader.i64()};
  skill.evolution = evidence::read_evolution(reader);
  skill.sources = evidence::read_sources(reader);
  if (!reader.done()) {
    return bad_state("A skill's row is damaged.");
  }
  return kept;
}

Result<SkillRank> decode_rank(std::string_view bytes) {
  ByteReader reader(bytes);
  const std::optional<SkillRank> rank = read_rank(reader);
  if (!rank.has_value()) {
    return bad_state("A skill's row is damaged.");
  }
  return *rank;
}

Error bad_state(std::string_view what) {
  return {"bad_state", Reaction::kRebuildState, std::string(what), {}, {}};
}

}  // namespace turnstream::skill
