#pragma once
// log2 and exp2 on integers of 10⁻⁶, from a fixed-point table of our own: the same bits on every CPU (libm's are not).
// Results are within 10⁻⁶ of the true value (exp2 above 1: within 10⁻¹² of it relatively, or 10⁻⁶ if that is more).
// Threads: any.

#include <cstdint>

namespace turnstream {

/// log2(x). Precondition: x_millionths > 0. Exact for powers of two.
[[nodiscard]] std::int64_t log2_millionths(std::int64_t x_millionths);

/// 2^x; the largest int64 where the result does not fit (from 2^43 on).
[[nodiscard]] std::int64_t exp2_millionths(std::int64_t x_millionths);

}  // namespace turnstream
