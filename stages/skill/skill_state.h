#pragma once
// The stage's rows of a persona:
//   skills          the head: how many there are, how far the ids reach, the timer; written when one of these changes
//   ids/<n>         32 ids of skills, in order of arrival (evidence/id_list.h)
//   skill/<id>      a skill; what walks look at comes first, so that they need not read the rest
// <id> is 16 bytes, <n> 8 bytes big-endian. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/evidence/id_list.h"
#include "pipeline/model/skill.h"

namespace turnstream::skill {

inline constexpr std::string_view kHeadKey = "skills";
inline constexpr std::string_view kIdsPrefix = "ids/";
inline constexpr std::string_view kSkillPrefix = "skill/";

[[nodiscard]] std::string skill_key(const Uuid& id);

struct SkillHead {
  std::int64_t skills = 0;
  std::int64_t capabilities = 0;
  evidence::IdListBounds ids;
  std::optional<LogTime> timer;  ///< when it is due, if it is armed
  friend bool operator==(const SkillHead&, const SkillHead&) = default;
};

/// What decides whether a skill decays, retires or has to leave.
struct SkillRank {
  std::int64_t proficiency = 0;
  bool capability = false;
  LogTime last_used;
  std::int64_t idle_periods = 0;  ///< since then, that the proficiency has been worn down by
  friend bool operator==(const SkillRank&, const SkillRank&) = default;
};

struct KeptSkill {
  model::Skill skill;
  LogTime last_used;
  std::int64_t idle_periods = 0;
  [[nodiscard]] SkillRank rank() const { return {skill.proficiency, skill.capability, last_used, idle_periods}; }
  friend bool operator==(const KeptSkill&, const KeptSkill&) = default;
};

// The readers' error is "bad_state", reaction kRebuildState, if the bytes are not what the writers write.

[[nodiscard]] std::string encode_head(const SkillHead& head);
Result<SkillHead> decode_head(std::string_view bytes);

/// Without id and persona, which whoever has the row knows.
[[nodiscard]] std::string encode_skill(const KeptSkill& kept);
Result<KeptSkill> decode_skill(std::string_view bytes, std::string_view persona, const Uuid& id);
/// Reads the beginning alone.
Result<SkillRank> decode_rank(std::string_view bytes);

/// The error for a row that must be there, or be readable, and is not.
[[nodiscard]] Error bad_state(std::string_view what);

}  // namespace turnstream::skill
