#pragma once
// Draw: numbers and texts for random tests, the same ones for a seed on all machines. Threads: one at a time.

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace turnstream::recall {

class Draw {
 public:
  explicit Draw(std::uint32_t seed) : random_(seed) {}

  /// From 0 to below - 1.
  std::size_t below(std::size_t below) { return random_() % below; }
  bool one_in(std::size_t chances) { return below(chances) == 0; }

  template <typename Value>
  const Value& of(const std::vector<Value>& values) {
    return values[below(values.size())];
  }

  /// Up to `words_max` of the words; the first ones are frequent.
  std::string text(const std::vector<std::string>& words, std::size_t words_max) {
    std::string text;
    for (std::size_t rest = below(words_max + 1); rest > 0; --rest) {
      text += words[below(1 + below(words.size()))] + ' ';
    }
    return text;
  }

 private:
  std::mt19937 random_;
};

}  // namespace turnstream::recall
