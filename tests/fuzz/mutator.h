#pragma once
// Mutator: makes bad inputs for the fuzzers: damaged StateExports, random bytes, deep nesting, large records. The same
// seed gives the same inputs on every machine.
// Threads: one at a time.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::fuzz {

/// A text that most inputs contain; a message that contains it quotes the record, which is an error.
inline constexpr std::string_view kSecret = "opensesame";

/// xorshift64*. The distributions of the standard library give other numbers in other implementations.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) {}
  std::uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1D;
  }
  /// A number from 0 to bound − 1. Precondition: bound > 0.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() >> 11) % bound; }
  bool one_in(std::size_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed);

  /// The next input, at most 4 MiB. Valid until the next call.
  const std::string& next();

 private:
  void damage_once();
  void random_bytes();
  void nested();
  void large();

  Random random_;
  std::vector<std::string> seeds_;
  std::string input_;
};

}  // namespace turnstream::fuzz
