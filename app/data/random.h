#pragma once
// Random: a small generator (splitmix64) with the same numbers on every machine. The standard library's distributions
// differ between implementations. Threads: one thread's value.

#include <cstdint>
#include <iterator>

namespace turnstream::app {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  /// A number from 0 to count - 1. Precondition: count > 0.
  template <typename Integer>
  Integer below(Integer count) {
    return static_cast<Integer>(next() % static_cast<std::uint64_t>(count));
  }
  /// A number from `low` to `high`, both included.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool percent(int chance) { return below(100) < chance; }
  bool one_in(int count) { return below(count) == 0; }

  template <typename Array>
  const auto& pick(const Array& array) {
    return array[below(std::size(array))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace turnstream::app
