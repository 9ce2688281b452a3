#pragma once
// Word bits: a bit for each of several words, to exclude in a few instructions that one of them stands somewhere. Words can share a bit:
// a missing bit says that a word is not there, one that is there does not find it. Threads: any; pure.

#include <cstdint>
#include <string_view>

#include "stages/common/language/sentences.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {

/// `hash`: word_hash() of the word.
[[nodiscard]] inline std::uint64_t word_bit(std::uint64_t hash) {
  return std::uint64_t{1} << (hash >> 58U);
}

[[nodiscard]] inline std::uint64_t word_bits(const WordSet& words) {
  std::uint64_t bits = 0;
  for (const std::string_view word : words.words()) {
    bits |= word_bit(word_hash(word));
  }
  return bits;
}

/// Of all words and marks of a sentence.
[[nodiscard]] inline std::uint64_t word_bits(Sentence sentence) {
  std::uint64_t bits = 0;
  for (const Word& word : sentence) {
    bits |= word_bit(word.hash);
  }
  return bits;
}

}  // namespace turnstream::language
