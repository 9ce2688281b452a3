#pragma once
// The natural logarithm in double, for scores that must be the same on every machine. Threads: any; pure.

namespace turnstream {

/// The natural logarithm, with additions, multiplications and divisions alone, so it has the same bits on every CPU with
/// IEEE 754 numbers, which libm does not promise. The error is at most 10⁻¹⁵ of the result and 10⁻¹⁶.
/// Precondition: x ≥ 2⁻¹⁰²², and finite.
[[nodiscard]] double natural_log(double x);

}  // namespace turnstream
