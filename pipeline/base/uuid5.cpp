#include "pipeline/base/uuid5.h"

#include <uuid/uuid.h>

namespace turnstream {
namespace {

constexpr std::size_t kTextSize = 36;

constexpr bool is_dash_position(std::size_t index) {
  return index == 8 || index == 13 || index == 18 || index == 23;
}

constexpr int hex_value(char digit) {
  if (digit >= '0' && digit <= '9') {
    return digit - '0';
  }
  if (digit >= 'a' && digit <= 'f') {
    return digit - 'a' + 10;
  }
  if (digit >= 'A' && digit <= 'F') {
    return digit - 'A' + 10;
  }
  return -1;
}

}  // namespace

Uuid uuid5(const Uuid& name_space, std::string_view name) {
  Uuid uuid{};
  uuid_generate_sha1(uuid.data(), name_space.data(), name.data(), name.size());
  return uuid;
}

void append_uuid(std::string& out, const Uuid& uuid) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<char, kTextSize> text{};
  std::size_t at = 0;
  for (const std::uint8_t byte : uuid) {
    if (is_dash_position(at)) {
      text[at++] = '-';
    }
    text[at++] = kDigits[byte >> 4];
    text[at++] = kDigits[byte & 0xf];
  }
  out.append(text.data(), text.size());
}

std::string to_string(const Uuid& uuid) {
  std::string text;
  append_uuid(text, uuid);
  return text;
}

std::optional<Uuid> parse_uuid(std::string_view text) {
  if (text.size() != kTextSize) {
    return std::nullopt;
  }
  Uuid uuid{};
  std::size_t nibble = 0;
  for (std::size_t i = 0; i < kTextSize; ++i) {
    if (is_dash_position(i)) {
      if (text[i] != '-') {
        return std::nullopt;
      }
      continue;
    }
    const int value = hex_value(text[i]);
    if (value < 0) {
      return std::nullopt;
    }
    std::uint8_t& byte = uuid[nibble / 2];
    byte = static_cast<std::uint8_t>(byte << 4 | value);
    ++nibble;
  }
  return uuid;
}

}  // namespace turnstream
