#include "stages/episodic/tags.h"

#include <doctest/doctest.h>

namespace turnstream::episodic {
namespace {

using Tags = std::vector<std::string>;

Tags tags(std::vector<std::string_view> given, std::vector<std::string_view> texts) {
  return tags_of(given, texts, EpisodicSettings{});
}

TEST_CASE("tags are the content words in order of appearance") {
  CHECK(tags({}, {"TypeScript interfaces provide better type safety than any"}) ==
        Tags{"typescript", "interfaces", "provide", "better", "type", "safety"});
  CHECK(tags({}, {"I prefer TypeScript for large codebases", "Noted."}) ==
        Tags{"prefer", "typescript", "large", "codebases", "noted"});
}

TEST_CASE("a word is a tag once and there are at most twelve") {
  CHECK(tags({}, {"Alpha alpha ALPHA beta1"}) == Tags{"alpha", "beta1"});
  CHECK(tags({}, {"aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm"}).size() == 12);
}

TEST_CASE("given tags come first as they are and no two differ in case only") {
  CHECK(tags({"Web", "web", "", "UI"}, {"The WEB client"}) == Tags{"Web", "UI", "client"});
}

TEST_CASE("a given tag is cut to 512 bytes at a code point") {
  CHECK(tags({std::string(700'000, 't')}, {}) == Tags{std::string(512, 't')});
  std::string wide = "x";
  while (wide.size() < 600) {
    wide += "é";
  }
  CHECK(tags({wide}, {}) == Tags{wide.substr(0, 511)});
  CHECK(tags({std::string(512, 'a'), std::string(513, 'a')}, {}) == Tags{std::string(512, 'a')});
}

TEST_CASE("words without letters and words too long are not tags") {
  CHECK(tags({}, {"port 8080 in 2026, utf8 api_port ____"}) == Tags{"port", "utf8", "api_port"});
  CHECK(tags({}, {std::string(41, 'x'), std::string(40, 'y')}) == Tags{std::string(40, 'y')});
}

TEST_CASE("words of any script are found and lower-cased and measured in letters") {
  CHECK(tags({}, {"Größe ÜBER naïve Привет, ёж! 東京タワー→kühl"}) ==
        Tags{"größe", "über", "naïve", "привет", "東京タワー", "kühl"});
  CHECK(tags({}, {"don't can't user's"}) == Tags{"user"});
}

TEST_CASE("texts without words give no tags") {
  CHECK(tags({}, {""}).empty());
  CHECK(tags({}, {" .,;→ 🎉 a of the "}).empty());
  CHECK(tags({}, {}).empty());
}

}  // namespace
}  // namespace turnstream::episodic
