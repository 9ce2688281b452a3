#include "pipeline/base/uuid5.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>
// The calls of OpenSSL 1.1, which version 3 calls deprecated: those of version 3 allocate twice for each hash, which costs more than the hash.
#define OPENSSL_API_COMPAT 0x10101000L
#include <openssl/sha.h>

#include "pipeline/base/check.h"

namespace turnstream {
namespace {

constexpr std::string_view kPattern = "00000000-0000-0000-0000-000000000000";
constexpr std::size_t kTextSize = kPattern.size();
constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::uint8_t kNoDigit = 0xff;

/// Where the digits of each byte stand in the usual form.
constexpr std::array<std::size_t, std::tuple_size_v<Uuid>> kPlaces{0,  2,  4,  6,  9,  11, 14, 16,
                                                                   19, 21, 24, 26, 28, 30, 32, 34};

using TwoDigits = std::array<char, 2>;
constexpr std::array<TwoDigits, 256> kBytesAsDigits = [] {
  std::array<TwoDigits, 256> digits{};
  for (std::size_t byte = 0; byte < digits.size(); ++byte) {
    digits[byte] = {kDigits[byte >> 4], kDigits[byte & 0xf]};
  }
  return digits;
}();

constexpr std::array<std::uint8_t, 256> make_digit_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (std::uint8_t value = 0; value < kDigits.size(); ++value) {
    const char digit = kDigits[value];
    values[static_cast<unsigned char>(digit)] = value;
    values[static_cast<unsigned char>(digit >= 'a' ? digit - ('a' - 'A') : digit)] = value;
  }
  return values;
}

/// The value of a digit of either case; kNoDigit for another byte.
constexpr std::array<std::uint8_t, 256> kDigitValues = make_digit_values();

std::uint8_t digit_value(char c) {
  return kDigitValues[static_cast<unsigned char>(c)];
}

}  // namespace

Uuid uuid5(const Uuid& name_space, std::string_view name) {
  constexpr std::uint8_t kVersion = 5;
  SHA_CTX context;
  std::array<std::uint8_t, SHA_DIGEST_LENGTH> hash{};
  CHECK(SHA1_Init(&context) == 1);
  CHECK(SHA1_Update(&context, name_space.data(), name_space.size()) == 1);
  CHECK(SHA1_Update(&context, name.data(), name.size()) == 1);
  CHECK(SHA1_Final(hash.data(), &context) == 1);
  Uuid uuid{};
  std::copy_n(hash.begin(), uuid.size(), uuid.begin());
  uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0f) | kVersion << 4);
  uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3f) | 0x80);  // the variant of RFC 4122
  return uuid;
}

void append_uuid(std::string& out, const Uuid& uuid) {
  std::array<char, kTextSize> text;
  std::memcpy(text.data(), kPattern.data(), kTextSize);
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    std::memcpy(&text[kPlaces[i]], kBytesAsDigits[uuid[i]].data(), sizeof(TwoDigits));
  }
  out.append(text.data(), text.size());
}

std::string to_string(const Uuid& uuid) {
  std::string text;
  append_uuid(text, uuid);
  return text;
}

std::optional<Uuid> parse_uuid(std::string_view text) {
  if (text.size() != kTextSize || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') {
    return std::nullopt;
  }
  Uuid uuid{};
  unsigned all = 0;
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    const unsigned high = digit_value(text[kPlaces[i]]);
    const unsigned low = digit_value(text[kPlaces[i] + 1]);
    all |= high | low;
    uuid[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return all == kNoDigit ? std::nullopt : std::optional(uuid);
}

}  // namespace turnstream
