#pragma once
// Proficiency: the score of a skill, computed from its successes and failures. Threads: any; pure.

#include <cstdint>

#include "stages/skill/settings.h"

namespace turnstream::skill {

struct Uses {
  std::int64_t successes = 0;
  std::int64_t failures = 0;
};

/// In millionths, before decay. By default .4 · min(1, n / 10) + .6 · s / n + clamp(.05 · s − .10 · f, ±.3), of which
/// the sum is clamped to 0..1. s: successes, f: failures, n = s + f. Precondition: n > 0.
[[nodiscard]] std::int64_t proficiency(const Uses& uses, const SkillSettings& settings);

}  // namespace turnstream::skill
