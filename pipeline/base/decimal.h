#pragma once
// Decimal: the value of a JSON number of any length, exact unless its exponent is beyond ±10^12. No double is involved:
// 0.1 is exactly a tenth. Readers use it to check ranges, to read scores, and to hash numbers: 1 and 1.0 have the same
// hash. A score is an integer of millionths; its text has at most 6 decimal places, of which the last is not 0
// ("0.6", "1", "-0.1"). Threads: values; a Decimal points into the token or the scratch string given to
// parse_decimal().

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream {

inline constexpr std::int64_t kMillion = 1'000'000;

struct Decimal {
  bool negative = false;
  std::string_view digits;    ///< significant digits, without zeros at either end; 0 has none
  std::int64_t exponent = 0;  ///< the value is 0.digits · 10^exponent; limited to ±10^12

  /// True if the value is more than 10^power.
  [[nodiscard]] bool exceeds_power_of_ten(int power) const;
  [[nodiscard]] bool is_integer() const;
  /// The value · 10^places, rounded half away from zero. Precondition: the value is from 0 to 10^(18 − places).
  [[nodiscard]] std::int64_t scaled(int places) const;
  /// The value without its fraction. Precondition: the value is from 0 to 10^18.
  [[nodiscard]] std::int64_t truncated() const;
};

/// Parses a JSON number; absent if `token` is not one. The result points into `token` or `scratch`; it is valid while
/// the text of both exists and does not change.
std::optional<Decimal> parse_decimal(std::string_view token, std::string& scratch);

void append_millionths(std::string& out, std::int64_t millionths);
[[nodiscard]] std::string format_millionths(std::int64_t millionths);

/// Reads a JSON number ("0.55", "1", "5e-1") and rounds it half away from zero at the sixth decimal place. Absent if
/// the text is not a JSON number or if its absolute value is 10^12 or more.
[[nodiscard]] std::optional<std::int64_t> parse_millionths(std::string_view text);

}  // namespace turnstream
