#pragma once
// Proficiency: how well a skill goes, from how often it went well. Threads: any; pure.

#include <cstdint>

#include "stages/skill/settings.h"

namespace turnstream::skill {

struct Uses {
  std::int64_t successes = 0;
  std::int64_t failures = 0;
};

/// clamp(.4 · min(1, n / 10) + .6 · s / n + clamp(.05 · s − .10 · f, ±.3)) in 0..10⁶, before idle time wears it down
/// (REQUIREMENTS §4). Precondition: there was a use.
[[nodiscard]] std::int64_t proficiency(const Uses& uses, const SkillSettings& settings);

}  // namespace turnstream::skill
