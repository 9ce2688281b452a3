#include "stages/common/evidence/idle.h"

#include <algorithm>
#include <tuple>

namespace turnstream::evidence {
namespace {

std::int64_t idle_ms(LogTime last_used, LogTime now) {
  return std::max<std::int64_t>(0, now.value() - last_used.value());
}

}  // namespace

std::int64_t idle_periods(LogTime last_used, LogTime now, const IdleRules& rules) {
  return idle_ms(last_used, now) / rules.period_ms;
}

Idleness idleness(const DerivedRank& rank, LogTime now, const IdleRules& rules) {
  if (rules.retire_ms.has_value() && idle_ms(rank.last_used, now) >= *rules.retire_ms) {
    return Idleness::kRetires;
  }
  return idle_periods(rank.last_used, now, rules) > rank.idle_periods ? Idleness::kDecays : Idleness::kSettled;
}

LogTime next_boundary(LogTime last_used, LogTime now, const IdleRules& rules) {
  const std::int64_t idle = (idle_periods(last_used, now, rules) + 1) * rules.period_ms;
  return LogTime{last_used.value() + std::min(idle, rules.retire_ms.value_or(idle))};
}

bool leaves_first(const RankedMemory& a, const RankedMemory& b) {
  return std::tie(a.touched, a.rank.score, a.rank.last_used, a.id) <
         std::tie(b.touched, b.rank.score, b.rank.last_used, b.id);
}

}  // namespace turnstream::evidence
