#include "stages/lifecycle/strength.h"

#include <algorithm>

#include "pipeline/base/decimal.h"
#include "pipeline/base/fixed_math.h"
#include "stages/common/evidence/access_bonus.h"
#include "stages/common/evidence/score.h"

namespace turnstream::lifecycle {
namespace {

/// log2 of an importance; one of 0 counts as a millionth.
std::int64_t log2_of(std::int64_t importance) {
  return log2_millionths(std::max<std::int64_t>(1, importance));
}

/// The number of half-lives since the item was last used, in millionths, at most 1000.
std::int64_t half_lives(const model::MemoryItem& item, LogTime now, const LifecycleSettings& settings) {
  const std::int64_t half_life = half_life_ms(item.type, settings);
  const std::int64_t idle = std::max<std::int64_t>(0, now.value() - last_used(item).value());
  const std::int64_t whole = std::min<std::int64_t>(1000, idle / half_life);
  return whole * kMillion + idle % half_life * kMillion / half_life;
}

}  // namespace

LogTime last_used(const model::MemoryItem& item) {
  return std::max({item.recorded_at, item.consolidated_at.value_or(item.recorded_at),
                   item.last_accessed_at.value_or(item.recorded_at)});
}

std::int64_t strength(const model::MemoryItem& item, LogTime now, const LifecycleSettings& settings) {
  return evidence::product(item.importance, exp2_millionths(-half_lives(item, now, settings)));
}

std::int64_t log2_strength(const model::MemoryItem& item, LogTime now, const LifecycleSettings& settings) {
  return log2_of(item.importance) - half_lives(item, now, settings);
}

LogTime due_time(const model::MemoryItem& item, const LifecycleSettings& settings) {
  const std::int64_t above = log2_of(item.importance) - log2_of(settings.archive_threshold);
  // At most 3650 days and 10 doublings: the product fits into 63 bits.
  const std::int64_t lasts = half_life_ms(item.type, settings) * std::max<std::int64_t>(0, above) / kMillion;
  return LogTime{last_used(item).value() + lasts + (above < 0 ? 0 : 1)};
}

std::int64_t accessed_importance(const model::MemoryItem& item, const LifecycleSettings& settings) {
  return std::max(item.importance, evidence::with_access_bonus(item.base_importance, item.access_count,
                                                               {settings.access_bonus, settings.access_bonus_max}));
}

}  // namespace turnstream::lifecycle
