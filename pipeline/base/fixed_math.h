#pragma once
// log2 and exp2 on integers of millionths, computed with integers only. The results have the same bits on every CPU,
// which libm does not promise. A result differs from the true value by at most 10⁻⁶, or, if that is more, by at most
// 10⁻¹² of the value (large results of exp2); results of exp2 for x ≥ 43 are exempt. Threads: any.

#include <cstdint>

namespace turnstream {

/// log2(x). Precondition: x_millionths > 0. Exact if x is a power of two.
[[nodiscard]] std::int64_t log2_millionths(std::int64_t x_millionths);

/// 2^x. If x ≥ 43, the function returns the largest int64.
[[nodiscard]] std::int64_t exp2_millionths(std::int64_t x_millionths);

}  // namespace turnstream
