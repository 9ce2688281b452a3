#include "pipeline/base/murmur2.h"

#include "pipeline/base/check.h"

namespace turnstream {
namespace {

constexpr std::uint32_t kSeed = 0x9747b28c;
constexpr std::uint32_t kMultiplier = 0x5bd1e995;
constexpr int kShift = 24;

std::uint32_t byte_at(std::string_view bytes, std::size_t index) {
  return static_cast<unsigned char>(bytes[index]);
}

}  // namespace

std::uint32_t murmur2(std::string_view bytes) {
  std::uint32_t hash = kSeed ^ static_cast<std::uint32_t>(bytes.size());
  std::size_t at = 0;
  for (; at + 4 <= bytes.size(); at += 4) {
    std::uint32_t word =
        byte_at(bytes, at) | byte_at(bytes, at + 1) << 8 | byte_at(bytes, at + 2) << 16 | byte_at(bytes, at + 3) << 24;
    word *= kMultiplier;
    word ^= word >> kShift;
    word *= kMultiplier;
    hash *= kMultiplier;
    hash ^= word;
  }
  if (at < bytes.size()) {
    std::uint32_t tail = 0;
    for (std::size_t i = bytes.size(); i > at; --i) {
      tail = tail << 8 | byte_at(bytes, i - 1);
    }
    hash ^= tail;
    hash *= kMultiplier;
  }
  hash ^= hash >> 13;
  hash *= kMultiplier;
  hash ^= hash >> 15;
  return hash;
}

Partition partition_of_key(std::string_view key, std::int32_t partition_count) {
  CHECK(partition_count >= 1);
  const std::uint32_t positive = murmur2(key) & 0x7fffffffU;
  return Partition{static_cast<std::int32_t>(positive % static_cast<std::uint32_t>(partition_count))};
}

}  // namespace turnstream
