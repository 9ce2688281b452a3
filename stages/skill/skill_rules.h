#pragma once
// What use and idle time do to a skill. Threads: any; pure.

#include "stages/common/evidence/idle.h"
#include "stages/skill/kept_skill.h"
#include "stages/skill/settings.h"

namespace turnstream::skill {

struct Use {
  bool succeeded = false;
  EventTime at;
  LogTime now;
  model::Source source;
};

/// Counts a use, the first one too. The proficiency begins anew from the formula: what idle time took comes back.
void count_use(KeptSkill& kept, const Use& use, const SkillSettings& settings);

[[nodiscard]] evidence::IdleRules idle_rules(const SkillSettings& settings);

/// Wears the proficiency down by all periods until `now`; `at` goes into the evolution.
void decay(KeptSkill& kept, LogTime now, EventTime at, const SkillSettings& settings);

}  // namespace turnstream::skill
