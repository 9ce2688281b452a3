#pragma once
// What a block of the heap costs, to estimate the memory of an index. The numbers are those of glibc's allocator on 64 bits;
// with another one the estimates are a few percent off. Threads: any; pure.

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace turnstream::recall {

/// The cost of a block of `size` bytes: 8 bytes stand before it, and the sum is a multiple of 16 and at least 32. 0 for a size
/// of 0.
[[nodiscard]] constexpr std::size_t heap_bytes(std::size_t size) {
  constexpr std::size_t kHead = 8;
  constexpr std::size_t kStep = 16;
  constexpr std::size_t kMin = 32;
  return size == 0 ? 0 : std::max(kMin, (size + kHead + kStep - 1) / kStep * kStep);
}

/// The cost of a std::string with this text, without the string object: short texts stand in the object.
[[nodiscard]] constexpr std::size_t string_heap_bytes(std::string_view text) {
  constexpr std::size_t kShort = 15;
  return text.size() <= kShort ? 0 : heap_bytes(text.size() + 1);
}

/// The cost of an entry of a std::unordered_map (a pointer, a hash and a bucket) or of a std::map (about the same), without
/// what the key and the value own.
template <typename Map>
[[nodiscard]] constexpr std::size_t entry_bytes() {
  return heap_bytes(sizeof(typename Map::value_type) + 2 * sizeof(void*)) + sizeof(void*);
}

}  // namespace turnstream::recall
