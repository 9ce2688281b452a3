#include "stages/skill/skill_rules.h"

#include <algorithm>

#include "stages/common/evidence/evolution.h"
#include "stages/common/evidence/score.h"
#include "stages/common/evidence/source_list.h"
#include "stages/skill/proficiency.h"

namespace turnstream::skill {
namespace {

/// A skill with enough uses becomes a capability above capability_threshold, and ends as one below retire_threshold.
bool is_capability(const model::Skill& skill, const SkillSettings& settings) {
  if (skill.capability) {
    return skill.proficiency >= settings.retire_threshold;
  }
  return skill.successes + skill.failures >= settings.capability_uses_min &&
         skill.proficiency > settings.capability_threshold;
}

void set_proficiency(model::Skill& skill, std::int64_t proficiency, EventTime at, const SkillSettings& settings) {
  skill.proficiency = proficiency;
  skill.capability = is_capability(skill, settings);
  evidence::add_point(skill.evolution, {at, proficiency});
}

}  // namespace

void count_use(KeptSkill& kept, const Use& use, const SkillSettings& settings) {
  model::Skill& skill = kept.skill;
  const bool first = skill.successes + skill.failures == 0;
  skill.first_seen = first ? use.at : std::min(skill.first_seen, use.at);
  skill.last_seen = first ? use.at : std::max(skill.last_seen, use.at);
  ++(use.succeeded ? skill.successes : skill.failures);
  kept.last_used = use.now;
  kept.idle_periods = 0;
  set_proficiency(skill, proficiency({skill.successes, skill.failures}, settings), use.at, settings);
  evidence::add_source(skill.sources, use.source);
}

evidence::IdleRules idle_rules(const SkillSettings& settings) {
  return {settings.decay_period_days * evidence::kDayMs, settings.retire_idle_days * evidence::kDayMs};
}

void decay(KeptSkill& kept, LogTime now, EventTime at, const SkillSettings& settings) {
  kept.idle_periods = evidence::idle_periods(kept.last_used, now, idle_rules(settings));
  const std::int64_t full = proficiency({kept.skill.successes, kept.skill.failures}, settings);
  set_proficiency(kept.skill, evidence::decayed(full, settings.decay_factor, kept.idle_periods), at, settings);
}

}  // namespace turnstream::skill
