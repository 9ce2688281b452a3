#include "stages/lifecycle/text_coder.h"

#include <doctest/doctest.h>
#include <random>

#include "pipeline/base/hash64.h"

namespace turnstream::lifecycle {
namespace {

std::string random_text(std::mt19937_64& random, std::size_t size, unsigned letters) {
  std::string text;
  while (text.size() < size) {
    text.push_back(static_cast<char>(random() % letters));
  }
  return text;
}

}  // namespace

TEST_CASE("texts of every kind come back as they were") {
  for (const std::string& text :
       {std::string(), std::string("a"), std::string(5000, 'x'), std::string("\0\xff\x80 ok", 6),
        std::string("User: I prefer tea.\nMe: Noted."), std::string("\xe4\xbd\xa0\xe5\xa5\xbd \xf0\x9f\x98\x80")}) {
    CHECK(expand_text(compress_text(text), text.size()) == text);
  }
  std::mt19937_64 random(3);
  for (int i = 0; i < 100; ++i) {
    const std::string text = random_text(random, random() % 400, i % 2 == 0 ? 256 : 7);
    REQUIRE(expand_text(compress_text(text), text.size()) == text);
  }
}

TEST_CASE("damaged bytes give other texts or none and never a crash") {
  std::mt19937_64 random(5);
  const std::string text = "The deploy of the second cluster failed because the disk was full.";
  const std::string bytes = compress_text(text);
  for (int i = 0; i < 300; ++i) {
    std::string damaged = bytes;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 + random() % 255);
    damaged.resize(random() % (damaged.size() + 1));
    const auto read = expand_text(damaged, text.size());
    REQUIRE((!read.has_value() || read->size() == text.size()));
  }
  CHECK_FALSE(expand_text("", 100'000).has_value());
  CHECK_FALSE(expand_text(bytes + "more bytes than the text needs", text.size()).has_value());
}

TEST_CASE("the bytes are the same on every machine") {
  const std::string text = "User: which port does the broker use?\nMe: The broker listens on port 9092.";
  const std::string bytes = compress_text(text);
  CHECK(bytes.size() < text.size() * 6 / 10);
  CHECK(hash64(bytes) == 7162060509318682677u);
}

}  // namespace turnstream::lifecycle
