#include <doctest/doctest.h>
#include <random>

#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

std::size_t bytes_of(const stage_api::TestDriver::Rows& rows) {
  std::size_t bytes = 0;
  for (const auto& [key, value] : rows) {
    bytes += key.size() + value.size();
  }
  return bytes;
}

Said random_turn(std::mt19937& random, unsigned words) {
  Said said;
  for (unsigned i = static_cast<unsigned>(random() % 12); i > 0; --i) {
    said.user +=
        "word" + std::string(1, static_cast<char>('a' + random() % 26)) + std::to_string(random() % words) + " ";
  }
  if (random() % 4 == 0) {
    said.user = (random() % 2 == 0 ? "I love thing" : "I hate thing") + std::to_string(random() % words);
  }
  for (unsigned i = static_cast<unsigned>(random() % 4); i > 0; --i) {
    said.tools.push_back("tool" + std::to_string(random() % words));
  }
  said.mode = "mode" + std::to_string(random() % 30);
  said.session = "s" + std::to_string(random() % 5);
  said.recalled = random() % 3 == 0;
  return said;
}

}  // namespace

TEST_CASE_FIXTURE(PatternFixture, "if there are too many patterns the weakest are evicted but none of this turn") {
  driver().set_settings(R"({"pattern":{"patterns_max":2}})");
  turn({"I always brush teeth"}, 0);
  turn({"I love tabs"}, 1);
  const auto outcome = turn({"I love spaces"}, 2);
  CHECK(outcome.added() == 1);
  CHECK(outcome.removed() == 1);
  CHECK_FALSE(has("habit/brush teeth"));
  CHECK(turn({"I never push on fridays"}, 3).removed() == 1);
  CHECK(has("habit/push on fridays"));
  CHECK_FALSE(has("preference/tabs"));
}

TEST_CASE_FIXTURE(PatternFixture, "ten thousand turns of random words and tools leave no more than a bounded state") {
  std::mt19937 random(5);
  std::size_t most = 0;
  driver().set_settings(R"({"pattern":{"patterns_max":50}})");
  for (int i = 0; i < 10'000; ++i) {
    turn(random_turn(random, 400), i * 10 * kMinute);
    if (i % 100 == 0) {
      most = std::max(most, bytes_of(driver().rows("helper")));
      REQUIRE(driver().rows("helper").size() <= 50 + 1 + 5 + 2 * 50 / 32 + 3);
    }
  }
  CHECK(patterns().size() == 50);
  CHECK(most < 50 * 3000 + 241 * 150);
}

TEST_CASE_FIXTURE(PatternFixture, "a word that recurs among hundreds of others is found") {
  std::mt19937 random(6);
  for (int i = 0; i < 40; ++i) {
    Said said;
    for (int word = 0; word < 8; ++word) {
      said.user += "noise" + std::to_string(random() % 100'000) + "x ";
    }
    if (i % 5 == 0) {
      said.user += "kafka";
    }
    turn(said, i * kMinute);
  }
  CHECK(has("topic/kafka"));
}

TEST_CASE("the same turns make the same rows and changes and another persona's turns make no difference") {
  const auto live = [](unsigned others_seed) {
    PatternFixture memory;
    std::mt19937 random(11);
    std::mt19937 others(others_seed);
    std::vector<std::string> changes;
    for (int i = 0; i < 300; ++i) {
      Said other = random_turn(others, 5);
      other.persona = "other";
      memory.turn(other, i * kDay / 2);
      for (const auto& change : memory.turn(random_turn(random, 20), i * kDay / 2).changes) {
        changes.push_back(change.kind + change.id + change.value);
      }
      for (const auto& change : memory.tick(i * kDay / 2 + 1).changes) {
        changes.push_back(change.kind + change.id + change.value);
      }
    }
    return std::pair(changes, memory.driver().rows("helper"));
  };
  const auto first = live(1);
  CHECK(first == live(1));
  CHECK(first == live(2));
}

}  // namespace turnstream::pattern
