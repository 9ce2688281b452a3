#include "pipeline/base/hash64.h"

#include <bit>
#include <cstring>

namespace turnstream {
namespace {

static_assert(std::endian::native == std::endian::little, "words are read in little-endian order");

constexpr std::uint64_t kMultiplier = 0xc6a4a7935bd1e995ULL;
constexpr int kShift = 47;

}  // namespace

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t hash = seed ^ (bytes.size() * kMultiplier);
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    word *= kMultiplier;
    word ^= word >> kShift;
    word *= kMultiplier;
    hash ^= word;
    hash *= kMultiplier;
  }
  if (at < bytes.size()) {
    std::uint64_t tail = 0;
    std::memcpy(&tail, bytes.data() + at, bytes.size() - at);
    hash ^= tail;
    hash *= kMultiplier;
  }
  hash ^= hash >> kShift;
  hash *= kMultiplier;
  hash ^= hash >> kShift;
  return hash;
}

}  // namespace turnstream
