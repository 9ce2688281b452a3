#pragma once
// The effects of a use and of idle time on a skill. Threads: any; pure.

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

/// Counts a use. The proficiency is computed from all uses, so that a use undoes the decay.
void count_use(KeptSkill& kept, const Use& use, const SkillSettings& settings);

[[nodiscard]] evidence::IdleRules idle_rules(const SkillSettings& settings);

/// Applies the decay of all idle periods from the last use to `now`. `at`: the time of a new point of the evolution.
void decay(KeptSkill& kept, LogTime now, EventTime at, const SkillSettings& settings);

}  // namespace turnstream::skill
