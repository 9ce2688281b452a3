#include "stages/skill/skill_rules.h"

#include <algorithm>
#include <tuple>

#include "pipeline/evidence/evolution.h"
#include "pipeline/evidence/score.h"
#include "pipeline/evidence/source_list.h"
#include "stages/skill/proficiency.h"

namespace turnstream::skill {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;

std::int64_t idle_ms(LogTime last_used, LogTime now) {
  return std::max<std::int64_t>(0, now.value() - last_used.value());
}

std::int64_t period_ms(const SkillSettings& settings) {
  return settings.decay_period_days * kDayMs;
}

/// A capability has to fall well below what made it one before it is one no more.
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

Idleness idleness(const SkillRank& rank, LogTime now, const SkillSettings& settings) {
  const std::int64_t idle = idle_ms(rank.last_used, now);
  if (idle >= settings.retire_idle_days * kDayMs) {
    return Idleness::kRetires;
  }
  return idle / period_ms(settings) > rank.idle_periods ? Idleness::kDecays : Idleness::kSettled;
}

LogTime next_boundary(LogTime last_used, LogTime now, const SkillSettings& settings) {
  const std::int64_t periods = idle_ms(last_used, now) / period_ms(settings) + 1;
  const std::int64_t idle = std::min(periods * period_ms(settings), settings.retire_idle_days * kDayMs);
  return LogTime{last_used.value() + idle};
}

void decay(KeptSkill& kept, LogTime now, EventTime at, const SkillSettings& settings) {
  kept.idle_periods = idle_ms(kept.last_used, now) / period_ms(settings);
  const std::int64_t full = proficiency({kept.skill.successes, kept.skill.failures}, settings);
  set_proficiency(kept.skill, evidence::worn(full, settings.decay_factor, kept.idle_periods), at, settings);
}

bool leaves_first(const RankedSkill& a, const RankedSkill& b) {
  return std::tie(a.touched, a.rank.proficiency, a.rank.last_used, a.id) <
         std::tie(b.touched, b.rank.proficiency, b.rank.last_used, b.id);
}

}  // namespace turnstream::skill
