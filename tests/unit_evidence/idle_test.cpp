#include "stages/common/evidence/idle.h"

#include <doctest/doctest.h>
#include <vector>

namespace turnstream::evidence {
namespace {

const IdleRules kRules{30 * kDayMs, 180 * kDayMs};

}  // namespace

TEST_CASE("idle time counts in whole periods to the millisecond and none before its beginning") {
  CHECK(idle_periods(LogTime{5}, LogTime{4}, kRules) == 0);
  CHECK(idle_periods(LogTime{5}, LogTime{30 * kDayMs + 4}, kRules) == 0);
  CHECK(idle_periods(LogTime{5}, LogTime{30 * kDayMs + 5}, kRules) == 1);
  CHECK(next_boundary(LogTime{5}, LogTime{5}, kRules) == LogTime{30 * kDayMs + 5});
  CHECK(next_boundary(LogTime{5}, LogTime{30 * kDayMs + 5}, kRules) == LogTime{60 * kDayMs + 5});
}

TEST_CASE("a memory decays once a period and retires on time even if its period ends later") {
  const DerivedRank rank{500'000, false, LogTime{0}, 5};
  CHECK(idleness({500'000, false, LogTime{0}, 4}, LogTime{150 * kDayMs}, kRules) == Idleness::kDecays);
  CHECK(idleness(rank, LogTime{180 * kDayMs - 1}, kRules) == Idleness::kSettled);
  CHECK(idleness(rank, LogTime{180 * kDayMs}, kRules) == Idleness::kRetires);
  CHECK(idleness(rank, LogTime{180 * kDayMs}, {30 * kDayMs, {}}) == Idleness::kDecays);
  CHECK(next_boundary(LogTime{0}, LogTime{0}, {30 * kDayMs, 10 * kDayMs}) == LogTime{10 * kDayMs});
  CHECK(next_boundary(LogTime{0}, LogTime{181 * kDayMs}, {30 * kDayMs, {}}) == LogTime{210 * kDayMs});
}

TEST_CASE("the order of eviction is untouched first then lower score then longer unused then lower id") {
  const RankedMemory weak{{2}, {100, false, LogTime{5}, 0}, false};
  const RankedMemory older{{3}, {200, false, LogTime{4}, 0}, false};
  const RankedMemory newer{{1}, {200, false, LogTime{5}, 0}, false};
  const RankedMemory same{{2}, {200, false, LogTime{5}, 0}, false};
  const RankedMemory touched{{0}, {0, false, LogTime{0}, 0}, true};
  const std::vector<RankedMemory> order{weak, older, newer, same, touched};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < order.size(); ++j) {
      CHECK(leaves_first(order[i], order[j]) == (i < j));
    }
  }
}

}  // namespace turnstream::evidence
