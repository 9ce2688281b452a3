#pragma once
// Random: a generator of random numbers from a seed. The same seed gives the same numbers on every machine.
// Threads: one.

#include <cstdint>

#include "app/data/random.h"

namespace turnstream::simulation {

class Random {
 public:
  explicit Random(std::uint64_t seed) : random_(seed) {}
  std::uint64_t next() { return random_.next(); }
  /// A number from 0 to bound − 1.
  int below(int bound) { return static_cast<int>(next() % static_cast<std::uint64_t>(bound)); }
  bool one_in(int bound) { return below(bound) == 0; }

 private:
  app::Random random_;
};

}  // namespace turnstream::simulation
