#pragma once
// Whether a person is active at an hour, or on a weekday, more often than if all hours or weekdays were alike: the exact binomial test.
// With n hours of activity, of which k are at 09:00, the probability of k and more by chance must be below .01 for all hours
// together, so below .01/24 for each (of weekdays .01/7). The probabilities are in tables of whole numbers, so that all
// machines decide alike; a test computes them again. Threads: any; pure.

#include <cstdint>

namespace turnstream::pattern {

/// Counts above this must be made smaller before.
inline constexpr std::int64_t kSpreadMax = 256;

/// Precondition: 0 <= at_this <= of_all <= kSpreadMax.
[[nodiscard]] bool exceeds_even_hours(std::int64_t at_this, std::int64_t of_all);
[[nodiscard]] bool exceeds_even_weekdays(std::int64_t at_this, std::int64_t of_all);

}  // namespace turnstream::pattern
