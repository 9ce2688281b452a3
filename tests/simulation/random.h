#pragma once
// Random: a generator of random numbers from a seed (splitmix64, Steele et al. 2014). The same seed gives the same
// numbers on every machine.
// Threads: one.

#include <cstdint>

namespace turnstream::simulation {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  /// A number from 0 to bound − 1.
  int below(int bound) { return static_cast<int>(next() % static_cast<std::uint64_t>(bound)); }
  bool one_in(int bound) { return below(bound) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace turnstream::simulation
