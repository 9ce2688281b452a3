#pragma once
// KeptSkill: a skill as the stage keeps it, and SkillForm, which evidence::DerivedTable needs. Rows of a persona:
// `skills` (the head), `ranks/<n>`, `skill/<id>`. Threads: values; pure.

#include <cstdint>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/skill.h"
#include "stages/common/evidence/derived_table.h"

namespace turnstream::skill {

struct KeptSkill {
  model::Skill skill;
  LogTime last_used;              ///< Input::now of the last use
  std::int64_t idle_periods = 0;  ///< idle periods since last_used for which the proficiency has decayed
  [[nodiscard]] evidence::DerivedRank rank() const {
    return {skill.proficiency, skill.capability, last_used, idle_periods};
  }
  friend bool operator==(const KeptSkill&, const KeptSkill&) = default;
};

struct SkillForm {
  using Memory = KeptSkill;
  static constexpr std::string_view kKind = "skill";
  static constexpr std::string_view kPrefix = "skill/";
  static constexpr std::string_view kStats = "skills";
  static constexpr std::string_view kCount = "skills";
  static constexpr std::string_view kMarkedCount = "capabilities";

  /// The row. It does not contain the skill's id and persona.
  static std::string encode(const KeptSkill& kept);
  /// Errors: evidence::bad_state().
  static Result<KeptSkill> decode(std::string_view bytes, std::string_view persona, const Uuid& id);
  static void append_json(std::string& out, const KeptSkill& kept);
  static std::optional<model::Patch> patch(const KeptSkill& before, const KeptSkill& after);
};

using SkillTable = evidence::DerivedTable<SkillForm>;

}  // namespace turnstream::skill
