#include "stages/pattern/sketch.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <random>

namespace turnstream::pattern {
namespace {

Occurrence seen(std::int64_t at) {
  return {{"61e2e4d0-312c-5278-9766-75be294db30c", "turn " + std::to_string(at), "s1"}, EventTime{at}};
}

const Occurrence kSeen = seen(5);

}  // namespace

TEST_CASE("a key is counted exactly while there is room") {
  Sketch sketch;
  for (int i = 0; i < 3; ++i) {
    sketch.count("a", seen(10 - i), 2);
    CHECK(sketch.count("b", kSeen, 2).surely_seen() == i + 1);
  }
  REQUIRE(sketch.find("a") != nullptr);
  CHECK(*sketch.find("a") == SketchEntry{"a", 0, {seen(10), seen(9), seen(8)}});
  CHECK(sketch.find("a")->first_seen() == EventTime{8});
  CHECK(sketch.find("a")->last_seen() == EventTime{10});
  CHECK(sketch.find("c") == nullptr);
}

TEST_CASE("a new key in a full sketch replaces the least counted key and of these the longest unseen") {
  Sketch sketch;
  for (const char* key : {"often", "often", "old", "new"}) {
    sketch.count(key, kSeen, 3);
  }
  const SketchEntry& entry = sketch.count("next", kSeen, 3);
  CHECK(entry == SketchEntry{"next", 1, {kSeen}});
  CHECK(sketch.find("old") == nullptr);
  CHECK(sketch.find("new") != nullptr);
  CHECK(sketch.find("often") != nullptr);
}

TEST_CASE("a removed key begins again and a smaller bound drops the least counted") {
  Sketch sketch;
  for (const char* key : {"a", "a", "b", "c"}) {
    sketch.count(key, kSeen, 8);
  }
  sketch.remove("b");
  CHECK(sketch.count("b", kSeen, 8).count() == 1);
  sketch.count("a", kSeen, 2);
  CHECK(sketch.entries().size() == 2);
  CHECK(sketch.find("a")->count() == 3);
  CHECK(sketch.find("b") != nullptr);
}

TEST_CASE("forgotten occurrences are removed and with its last occurrence the key") {
  Sketch sketch;
  sketch.count("a", seen(1), 8);
  sketch.count("a", seen(2), 8);
  sketch.count("b", seen(1), 8);
  sketch.forget_if([](const model::Source& source) { return source.turn_id == "turn 1"; });
  CHECK(sketch.entries() == std::vector<SketchEntry>{{"a", 0, {seen(2)}}});
}

TEST_CASE("no key is counted too often and frequent keys are never lost") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    Sketch sketch;
    std::map<std::string, std::int64_t> seen;
    constexpr std::size_t kKeys = 10;
    constexpr int kCounts = 2000;
    for (int i = 0; i < kCounts; ++i) {
      const std::string key = "k" + std::to_string(random() % (random() % 2 == 0 ? 4 : 200));
      ++seen[key];
      const SketchEntry& entry = sketch.count(key, kSeen, kKeys);
      REQUIRE(entry.surely_seen() <= seen[key]);
      REQUIRE(entry.count() >= seen[key]);
      REQUIRE(sketch.entries().size() <= kKeys);
    }
    for (const auto& [key, count] : seen) {
      REQUIRE((count <= kCounts / static_cast<int>(kKeys) || sketch.find(key) != nullptr));
    }
  }
}

TEST_CASE("sketches are read back as they were written and damage is detected at every length") {
  Sketch sketch;
  for (const char* key : {"a", "b", "c", "", "größe"}) {
    sketch.count(key, seen(key[0] % 2), 4);
  }
  sketch.count("c", seen(-7), 4);
  const std::string bytes = sketch.encode();
  CHECK(*Sketch::decode(bytes) == sketch);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    REQUIRE(Sketch::decode(std::string_view(bytes).substr(0, size)).error().reaction == Reaction::kRebuildState);
  }
  CHECK_FALSE(Sketch::decode(bytes + "x").ok());
}

}  // namespace turnstream::pattern
