#pragma once
// Mutator: makes bad inputs for the fuzzers: damaged StateExports, random bytes, deep nesting, large records. The same
// seed gives the same inputs on every machine.
// Threads: one at a time.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/data/random.h"

namespace turnstream::fuzz {

/// A text that most inputs contain; a message that contains it quotes the record, which is an error.
inline constexpr std::string_view kSecret = "opensesame";

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

  app::Random random_;
  std::vector<std::string> seeds_;
  std::string input_;
};

}  // namespace turnstream::fuzz
