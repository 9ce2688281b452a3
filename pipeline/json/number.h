#pragma once
// Decimal: a JSON number, exactly as written, whatever its length: no double is involved, so 0.1 is a tenth and a bound
// of 1 is 1 on every machine. Used by the readers of this folder for ranges, for integers of 10^-6 and for equality of
// differently spelled numbers.
// Threads: values; a Decimal borrows from the token and the scratch string it was parsed with.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream::json {

struct Decimal {
  bool negative = false;
  std::string_view digits;    ///< without leading and trailing zeros; empty = zero, which is never negative
  std::int64_t exponent = 0;  ///< the value is 0.digits · 10^exponent; held within ±10^12

  /// More than 10^power.
  [[nodiscard]] bool exceeds_power_of_ten(int power) const;
  [[nodiscard]] bool is_integer() const;
  /// value · 10^places, rounded half away from zero. Precondition: not negative, at most 10^(18 − places).
  [[nodiscard]] std::int64_t scaled(int places) const;
  /// Cut to an integer. Precondition: not negative, at most 10^18.
  [[nodiscard]] std::int64_t truncated() const;
};

/// Absent where `token` is not a number by JSON's grammar. `digits` lives as long as `token` and as `scratch` is not
/// changed.
std::optional<Decimal> parse_decimal(std::string_view token, std::string& scratch);

}  // namespace turnstream::json
