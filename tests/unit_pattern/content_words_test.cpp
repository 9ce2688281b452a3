#include "stages/pattern/content_words.h"

#include <doctest/doctest.h>

namespace turnstream::pattern {
namespace {

using Words = std::vector<std::string>;

Words words_in(std::vector<std::string_view> texts, const WordBounds& bounds = {}) {
  Words words;
  for (const ContentWord& word : content_words(texts, bounds)) {
    words.push_back(word.stem);
  }
  return words;
}

}  // namespace

TEST_CASE("words are in lower case and listed once in order of appearance in singular or plural") {
  CHECK(words_in({"Kafka brokers, KAFKA topic", "Topics in Größe"}) == Words{"kafka", "broker", "topic", "größe"});
  const std::vector<std::string_view> texts{"Brokers", "broker"};
  CHECK(content_words(texts, {}) == std::vector<ContentWord>{{"broker", "brokers"}});
}

TEST_CASE("stop words and numbers and what is too short or too long is left out") {
  const std::string text = "about 8080 the api with __12 " + std::string(41, 'x');
  CHECK(words_in({text}).empty());
  CHECK(words_in({"port"}, {12, 5, 40}).empty());
}

TEST_CASE("at most the requested number of words is taken") {
  CHECK(words_in({"alpha beta gamma", "delta"}, {2, 4, 40}) == Words{"alpha", "beta"});
  CHECK(words_in({"alpha"}, {0, 4, 40}).empty());
}

}  // namespace turnstream::pattern
