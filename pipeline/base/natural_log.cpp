#include "pipeline/base/natural_log.h"

#include <array>
#include <bit>
#include <cstdint>

namespace turnstream {

namespace {

/// 1/23, 1/21, … 1/3
constexpr std::array<double, 11> kInverses{1. / 23, 1. / 21, 1. / 19, 1. / 17, 1. / 15, 1. / 13,
                                           1. / 11, 1. / 9,  1. / 7,  1. / 5,  1. / 3};

}  // namespace

double natural_log(double x) {
  constexpr double kLog2High = 0x1.62e42feep-1;  // ln 2 in 32 bits, so that a multiple of it is exact; and the rest
  constexpr double kLog2Low = 0x1.a39ef35793c76p-33;
  constexpr double kRoot2 = 0x1.6a09e667f3bcdp0;
  constexpr int kFractionBits = 52;
  constexpr std::uint64_t kFraction = (std::uint64_t{1} << kFractionBits) - 1;
  constexpr std::uint64_t kExponentOf1 = 1023;

  const auto bits = std::bit_cast<std::uint64_t>(x);
  auto exponent = static_cast<double>(static_cast<std::int64_t>(bits >> kFractionBits) - 1023);
  double mantissa = std::bit_cast<double>((bits & kFraction) | kExponentOf1 << kFractionBits);
  if (mantissa > kRoot2) {
    mantissa /= 2;
    exponent += 1;
  }
  // ln m = 2 artanh s = 2 (s + s³/3 + s⁵/5 + …) with s = (m − 1) / (m + 1), |s| ≤ 0.1716: 11 terms give 10⁻¹⁷.
  const double s = (mantissa - 1) / (mantissa + 1);
  const double square = s * s;
  double sum = 0;
  for (const double inverse : kInverses) {
    sum = (sum + inverse) * square;
  }
  return exponent * kLog2High + (2 * s + (2 * s * sum + exponent * kLog2Low));
}

}  // namespace turnstream
