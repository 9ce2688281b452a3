#pragma once
// What use and idle time do to a skill, and which skill is worth less. Idle time is log time since the last use; it is
// counted in whole periods, exact to the millisecond. Threads: any; pure.

#include "pipeline/base/uuid5.h"
#include "stages/skill/settings.h"
#include "stages/skill/skill_state.h"

namespace turnstream::skill {

struct Use {
  bool succeeded = false;
  EventTime at;
  LogTime now;
  model::Source source;
};

/// Counts a use, the first one too. The proficiency begins anew from the formula: what idle time took comes back.
void count_use(KeptSkill& kept, const Use& use, const SkillSettings& settings);

enum class Idleness { kSettled, kDecays, kRetires };
[[nodiscard]] Idleness idleness(const SkillRank& rank, LogTime now, const SkillSettings& settings);

/// The first time after `now` at which idle time changes something. Precondition: it does not retire now.
[[nodiscard]] LogTime next_boundary(LogTime last_used, LogTime now, const SkillSettings& settings);

/// Wears the proficiency down by all periods until `now`; `at` goes into the evolution.
void decay(KeptSkill& kept, LogTime now, EventTime at, const SkillSettings& settings);

struct RankedSkill {
  Uuid id;
  SkillRank rank;
  bool touched = false;  ///< used in this very turn
};
/// Whether `a` leaves before `b`: what this turn did not touch, the less proficient, the longer unused, the lesser id.
[[nodiscard]] bool leaves_first(const RankedSkill& a, const RankedSkill& b);

}  // namespace turnstream::skill
