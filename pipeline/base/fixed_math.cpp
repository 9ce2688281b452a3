#include "pipeline/base/fixed_math.h"

#include <array>
#include <bit>
#include <limits>

#include "pipeline/base/check.h"
#include "pipeline/base/decimal.h"

namespace turnstream {
namespace {

__extension__ using uint128 = unsigned __int128;

// Fixed point: a std::uint64_t holds a number as a multiple of 2⁻⁶².
constexpr int kUnitBits = 62;
constexpr std::uint64_t kOne = std::uint64_t{1} << kUnitBits;
// The number of bits of a logarithm's fraction. 2⁻⁴⁰ is about 10⁻¹²; a result has a precision of only 10⁻⁶.
constexpr int kFractionBits = 40;

constexpr std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((static_cast<uint128>(a) * b + (kOne >> 1)) >> kUnitBits);
}

constexpr std::uint64_t square_root(std::uint64_t x) {
  const uint128 target = static_cast<uint128>(x) << kUnitBits;
  std::uint64_t root = 0;
  for (std::uint64_t bit = kOne; bit != 0; bit >>= 1) {
    const std::uint64_t candidate = root | bit;
    if (static_cast<uint128>(candidate) * candidate <= target) {
      root = candidate;
    }
  }
  return root;
}

/// Entry k is 2^(−1/2^(k+1)): entry 0 is the square root of 1/2, each later one the square root of the entry before.
constexpr std::array<std::uint64_t, kFractionBits> make_roots_of_half() {
  std::array<std::uint64_t, kFractionBits> roots{};
  std::uint64_t value = kOne / 2;
  for (std::uint64_t& root : roots) {
    value = square_root(value);
    root = value;
  }
  return roots;
}

constexpr std::array<std::uint64_t, kFractionBits> kRootsOfHalf = make_roots_of_half();

/// The log2 of a fixed-point mantissa in [1, 2): a fraction in [0, 1), in units of 2⁻⁴⁰.
std::uint64_t log2_fraction(std::uint64_t mantissa) {
  std::uint64_t fraction = 0;
  for (const std::uint64_t root : kRootsOfHalf) {
    const std::uint64_t reduced = multiply(mantissa, root);
    const bool fits = reduced >= kOne;
    mantissa = fits ? reduced : mantissa;
    fraction = fraction << 1 | static_cast<std::uint64_t>(fits);
  }
  return fraction;
}

/// The log2 of an integer ≥ 1, in units of 2⁻⁴⁰.
std::int64_t log2_of_integer(std::uint64_t x) {
  const int exponent = static_cast<int>(std::bit_width(x)) - 1;
  const std::uint64_t mantissa = exponent <= kUnitBits ? x << (kUnitBits - exponent) : x >> (exponent - kUnitBits);
  return (static_cast<std::int64_t>(exponent) << kFractionBits) + static_cast<std::int64_t>(log2_fraction(mantissa));
}

/// 2^(−f) in fixed point, for a fraction f in [0, 1) in units of 2⁻⁴⁰.
std::uint64_t exp2_of_negative_fraction(std::uint64_t fraction) {
  std::uint64_t value = kOne;
  for (int k = 0; k < kFractionBits; ++k) {
    if ((fraction >> (kFractionBits - 1 - k) & 1) != 0) {
      value = multiply(value, kRootsOfHalf[static_cast<std::size_t>(k)]);
    }
  }
  return value;
}

constexpr std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

}  // namespace

std::int64_t log2_millionths(std::int64_t x_millionths) {
  CHECK(x_millionths > 0);
  const auto x = static_cast<std::uint64_t>(x_millionths);
  if (x % kMillion == 0 && std::has_single_bit(x / kMillion)) {
    return (static_cast<std::int64_t>(std::bit_width(x / kMillion)) - 1) * kMillion;
  }
  static const std::int64_t kLog2OfMillion = log2_of_integer(kMillion);
  const std::int64_t difference = log2_of_integer(x) - kLog2OfMillion;
  // |difference| can be over 43 · 2⁴⁰: the whole part and the fraction are scaled separately to avoid an overflow.
  const std::int64_t whole = difference >> kFractionBits;
  const std::int64_t fraction = difference & ((std::int64_t{1} << kFractionBits) - 1);
  return whole * kMillion + ((fraction * kMillion + (std::int64_t{1} << (kFractionBits - 1))) >> kFractionBits);
}

std::int64_t exp2_millionths(std::int64_t x_millionths) {
  if (x_millionths >= 43 * kMillion) {
    return std::numeric_limits<std::int64_t>::max();
  }
  if (x_millionths < -64 * kMillion) {
    return 0;
  }
  // x = whole − fraction with fraction in [0, 1): 2^x = 2^whole · 2^(−fraction).
  const std::int64_t whole = -floor_divide(-x_millionths, kMillion);
  const std::int64_t rest = whole * kMillion - x_millionths;
  const auto fraction = ((static_cast<std::uint64_t>(rest) << kFractionBits) + kMillion / 2) / kMillion;
  const uint128 scaled = static_cast<uint128>(exp2_of_negative_fraction(fraction)) * kMillion;
  const int shift = kUnitBits - static_cast<int>(whole);
  return static_cast<std::int64_t>((scaled + (static_cast<uint128>(1) << (shift - 1))) >> shift);
}

}  // namespace turnstream
