#pragma once
// log2 and exp2 on integers of millionths, computed from our own fixed-point table. The results have the same bits on
// every CPU, which libm does not promise. A result differs from the true value by at most 10⁻⁶; for exp2 above 1, by
// at most 10⁻¹² of the value if that is more. Threads: any.

#include <cstdint>

namespace turnstream {

/// log2(x). Precondition: x_millionths > 0. Exact if x is a power of two.
[[nodiscard]] std::int64_t log2_millionths(std::int64_t x_millionths);

/// 2^x. From x = 43 on the result does not fit; the largest int64 is returned.
[[nodiscard]] std::int64_t exp2_millionths(std::int64_t x_millionths);

}  // namespace turnstream
