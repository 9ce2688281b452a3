#pragma once
// Arithmetic on scores (integers of millionths). The results are equal on every machine. Threads: any; pure.

#include <cstdint>

namespace turnstream::evidence {

/// The highest confidence of a fact or pattern: evidence never gives certainty.
inline constexpr std::int64_t kConfidenceMax = 990'000;

/// The confidence from two independent pieces of evidence: 1 − (1−a)(1−b), at most kConfidenceMax. `a`, `b` in 0..10⁶.
[[nodiscard]] std::int64_t combined(std::int64_t a, std::int64_t b);

/// score × factor^periods, rounded after each multiplication. `factor` is in millionths, 0..10⁶.
[[nodiscard]] std::int64_t decayed(std::int64_t score, std::int64_t factor, std::int64_t periods);

/// The product of two scores as a score, rounded half up. Precondition: neither is negative.
[[nodiscard]] std::int64_t product(std::int64_t a, std::int64_t b);

}  // namespace turnstream::evidence
