#pragma once
// A 64-bit hash of JSON values. Two values with equal canonical JSON have equal hashes: the order of members, white
// space, string escapes and the spelling of numbers (1, 1.0 and 1e0) do not matter. Changelogs store hashes of turns,
// so they must have the same bits on every machine and in every later version: do not change the constants or the order
// of the operations. Threads: any; pure functions.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "pipeline/base/decimal.h"

namespace turnstream::json {

/// One seed for each kind of JSON value, so that "1" and 1, or [] and {}, have different hashes.
enum class HashSeed : std::uint64_t {
  kNull = 0x9E3779B97F4A7C15,
  kTrue = 0xC2B2AE3D27D4EB4F,
  kFalse = 0x165667B19E3779F9,
  kNumber = 0x27D4EB2F165667C5,
  kString = 0x85EBCA77C2B2AE63,
  kArray = 0xD6E8FEB86659FD93,
  kObject = 0xA0761D6478BD642F,
};

/// Combines two numbers into one: XORs each with a constant, multiplies them to 128 bits and XORs the two halves.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a ^ 0xE7037ED1A0B428DB) * (b ^ 0x8EBC6AF09C88C6E3);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Reads a Word (an unsigned integer) from `bytes`, in little-endian byte order on every machine.
template <typename Word>
std::uint64_t load(const char* bytes) {
  Word word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) {
    word = static_cast<Word>(__builtin_bswap64(word) >> (64 - 8 * sizeof word));
  }
  return word;
}

/// Hashes a text, a long one in blocks of 16 bytes, each with one multiplication: base/hash64.h would be too slow for
/// every text of every turn. The last block may overlap the one before it; the length is part of the hash.
inline std::uint64_t hash_text(std::string_view text, HashSeed seed) {
  std::uint64_t hash = mix(static_cast<std::uint64_t>(seed), text.size());
  const char* at = text.data();
  const char* const end = at + text.size();
  if (text.size() >= 16) {
    for (; end - at > 16; at += 16) {
      hash = mix(load<std::uint64_t>(at) ^ hash, load<std::uint64_t>(at + 8));
    }
    return mix(load<std::uint64_t>(end - 16) ^ hash, load<std::uint64_t>(end - 8));
  }
  if (text.size() >= 8) {
    return mix(load<std::uint64_t>(at) ^ hash, load<std::uint64_t>(end - 8));
  }
  if (text.size() >= 4) {
    return mix(load<std::uint32_t>(at) ^ hash, load<std::uint32_t>(end - 4));
  }
  if (!text.empty()) {
    const std::uint64_t outer = load<std::uint8_t>(at) << 8 | load<std::uint8_t>(end - 1);
    return mix(outer ^ hash, load<std::uint8_t>(at + text.size() / 2));
  }
  return hash;
}

inline std::uint64_t hash_number(const Decimal& number) {
  const std::uint64_t digits = hash_text(number.digits, HashSeed::kNumber);
  return mix(digits ^ static_cast<std::uint64_t>(number.negative), static_cast<std::uint64_t>(number.exponent));
}

inline std::uint64_t hash_element(std::uint64_t array, std::uint64_t element) {
  return mix(array, element);
}

/// Adds a member to `object`, the hash of the members so far. It is a sum, so that their order does not matter.
inline std::uint64_t hash_member(std::uint64_t object, std::uint64_t key, std::uint64_t value) {
  return object + mix(key, value);
}

inline std::uint64_t hash_container(HashSeed seed, std::uint64_t content, std::uint64_t size) {
  return mix(content ^ static_cast<std::uint64_t>(seed), size);
}

}  // namespace turnstream::json
