#include "stages/common/notes/word_slots.h"

#include <doctest/doctest.h>
#include <map>
#include <random>
#include <string>

namespace turnstream::notes {
namespace {

std::string word_of(std::mt19937& random) {
  std::string word;
  for (std::uint32_t bytes = 1 + random() % 16; word.size() < bytes;) {
    word.push_back(static_cast<char>('a' + random() % 3));
  }
  return word;
}

}  // namespace

TEST_CASE("each word has its own value and other words have none") {
  std::mt19937 random(7);
  WordSlots<std::uint32_t, 11> slots;
  std::map<std::string, std::uint32_t> expected;
  while (expected.size() < 650) {
    const std::string word = word_of(random);
    slots.at(word) += 3;
    expected[word] += 3;
  }
  for (const auto& [word, value] : expected) {
    CHECK(slots.find(word) == value);
  }
  for (int i = 0; i < 20'000; ++i) {
    const std::string word = word_of(random);
    const auto known = expected.find(word);
    CHECK(slots.find(word) == (known == expected.end() ? 0 : known->second));
  }
  CHECK(slots.find("") == 0);
  CHECK(slots.find("a word of more than sixteen bytes") == 0);
}

}  // namespace turnstream::notes
