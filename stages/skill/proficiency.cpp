#include "stages/skill/proficiency.h"

#include <algorithm>

#include "pipeline/base/decimal.h"

namespace turnstream::skill {
namespace {

/// weight × part / whole, rounded half up.
std::int64_t share(std::int64_t weight, std::int64_t part, std::int64_t whole) {
  return (weight * part + whole / 2) / whole;
}

}  // namespace

std::int64_t proficiency(const Uses& uses, const SkillSettings& settings) {
  const std::int64_t count = uses.successes + uses.failures;
  const std::int64_t experience =
      share(settings.experience_weight, std::min(count, settings.experience_uses), settings.experience_uses);
  const std::int64_t success = share(settings.success_weight, uses.successes, count);
  const std::int64_t trend =
      std::clamp(settings.success_bonus * uses.successes - settings.failure_malus * uses.failures, -settings.trend_max,
                 settings.trend_max);
  return std::clamp<std::int64_t>(experience + success + trend, 0, kMillion);
}

}  // namespace turnstream::skill
