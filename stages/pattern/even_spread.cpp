#include "stages/pattern/even_spread.h"

#include <iterator>
#include <span>

#include "pipeline/base/check.h"

namespace turnstream::pattern {
namespace {

/// Element k: the largest n, at most kSpreadMax, for which k of n exceed an even spread. More than the last k always do.
constexpr std::int16_t kHours[] = {0,   0,   1,   4,   9,   16,  24,  33,  43,  54,  66,  78, 91,
                                   104, 117, 131, 145, 160, 175, 190, 205, 220, 236, 252, 256};
constexpr std::int16_t kWeekdays[] = {0,   0,   1,   2,   4,   7,   10,  13,  17,  21,  24,  28,  33,  37,
                                      41,  46,  50,  55,  60,  65,  69,  74,  79,  84,  89,  94,  99,  104,
                                      110, 115, 120, 125, 131, 136, 141, 147, 152, 157, 163, 168, 174, 179,
                                      185, 190, 196, 201, 207, 212, 218, 224, 229, 235, 241, 246, 252, 256};

bool exceeds(std::span<const std::int16_t> table, std::int64_t at_this, std::int64_t of_all) {
  TS_CHECK(at_this >= 0 && at_this <= of_all && of_all <= kSpreadMax);
  const auto k = static_cast<std::size_t>(at_this);
  return k >= table.size() || of_all <= table[k];
}

}  // namespace

bool exceeds_even_hours(std::int64_t at_this, std::int64_t of_all) {
  return exceeds(kHours, at_this, of_all);
}

bool exceeds_even_weekdays(std::int64_t at_this, std::int64_t of_all) {
  return exceeds(kWeekdays, at_this, of_all);
}

}  // namespace turnstream::pattern
