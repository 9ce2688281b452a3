#include "stages/common/evidence/access_bonus.h"

#include <algorithm>

#include "pipeline/base/decimal.h"
#include "pipeline/base/fixed_math.h"

namespace turnstream::evidence {
namespace {

/// More accesses than this do not change the bonus.
constexpr std::int64_t kAccessesCounted = 1'000'000'000;

}  // namespace

std::int64_t with_access_bonus(std::int64_t base, std::int64_t access_count, const AccessBonus& bonus) {
  if (access_count <= 0) {
    return base;
  }
  const std::int64_t doublings = log2_millionths((1 + std::min(access_count, kAccessesCounted)) * kMillion);
  return std::clamp<std::int64_t>(base + std::min(bonus.max, bonus.doubling * doublings / kMillion), 0, kMillion);
}

}  // namespace turnstream::evidence
