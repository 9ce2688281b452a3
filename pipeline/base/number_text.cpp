#include "pipeline/base/number_text.h"

#include <charconv>

namespace turnstream {

std::optional<std::int64_t> read_whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace turnstream
