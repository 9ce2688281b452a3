#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <random>

#include "stages/common/evidence/describe.h"
#include "stages/common/evidence/idle.h"
#include "tests/unit_skill/skill_fixture.h"

namespace turnstream::skill {
namespace {

std::size_t bytes_of(const stage_api::TestDriver::Rows& rows) {
  std::size_t bytes = 0;
  for (const auto& [key, value] : rows) {
    bytes += key.size() + value.size();
  }
  return bytes;
}

Tools random_tools(std::mt19937& random, unsigned tools_max, unsigned names) {
  Tools tools;
  for (unsigned i = static_cast<unsigned>(random() % (tools_max + 1)); i > 0; --i) {
    tools.push_back((random() % 4 == 0 ? "!tool" : "tool") + std::to_string(random() % names));
  }
  return tools;
}

/// The rank of each skill, read from its row; by id.
using Ranks = std::map<Uuid, evidence::DerivedRank>;

Ranks ranks_in(SkillFixture& memory) {
  Ranks ranks;
  for (const auto& [key, row] : memory.driver().rows("helper")) {
    if (key.rfind("skill/", 0) == 0) {
      ByteReader reader(row);
      ranks[evidence::id_in_key(key)] = evidence::read_rank(reader).value();
    }
  }
  return ranks;
}

/// Checks that no skill that a turn removed ranks above a skill that stayed and that the turn did not touch.
void check_leaving(const Ranks& before, const Ranks& after) {
  std::vector<evidence::RankedMemory> left;
  std::vector<evidence::RankedMemory> stayed;
  for (const auto& [id, rank] : before) {
    const auto now = after.find(id);
    if (now == after.end()) {
      left.push_back({id, rank, false});
    } else if (now->second == rank) {
      stayed.push_back({id, rank, false});
    }
  }
  if (!left.empty() && !stayed.empty()) {
    REQUIRE(evidence::leaves_first(*std::max_element(left.begin(), left.end(), evidence::leaves_first),
                                   *std::min_element(stayed.begin(), stayed.end(), evidence::leaves_first)));
  }
}

}  // namespace

TEST_CASE_FIXTURE(SkillFixture, "if there are too many skills the least proficient are evicted but none of this turn") {
  driver().set_settings(R"({"skill":{"skills_max":4}})");
  turn({"a", "b"}, 0);
  turn({"a", "b"}, 1);
  CHECK(skills().size() == 3);
  const auto outcome = turn({"!c", "!d"}, 2);
  CHECK(outcome.removed() == 2);
  CHECK(skills().size() == 4);
  CHECK(skills().count({"c", "d"}) == 1);
  const auto again = turn({"x", "y", "z"}, 3);
  CHECK(skills().size() == 4);
  CHECK(again.removed() == 4);
  CHECK(again.added() == 4);
}

TEST_CASE_FIXTURE(SkillFixture, "a turn of 500 different tools is taken and counts its first 200 sequences") {
  Tools tools;
  for (int i = 0; i < 500; ++i) {
    tools.push_back("tool" + std::to_string(i));
  }
  const auto outcome = turn(tools, 0);
  CHECK(outcome.processed == 500);
  CHECK(outcome.added() == 200);
}

TEST_CASE_FIXTURE(SkillFixture, "ten thousand turns of random tools leave no more than a bounded state") {
  std::mt19937 random(7);
  std::size_t most = 0;
  driver().set_settings(R"({"skill":{"skills_max":40}})");
  for (int i = 0; i < 10'000; ++i) {
    turn(random_tools(random, 4, 40), i * kMinute);
    if (i % 100 == 0) {
      most = std::max(most, bytes_of(driver().rows("helper")));
      REQUIRE(driver().rows("helper").size() <= 40 + 2 + 2 * 40 / 32 + 2);
    }
  }
  CHECK(skills().size() == 40);
  CHECK(most < 40 * 3000);
}

TEST_CASE("skills are evicted as if all were ranked again at each turn") {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    SkillFixture memory;
    std::size_t skills_max = 20;
    std::int64_t now = 0;
    for (int i = 0; i < 1'500; ++i) {
      if (i % 300 == 0) {
        skills_max = i % 600 == 0 ? 20 : 500;
        memory.driver().set_settings(R"({"skill":{"skills_max":)" + std::to_string(skills_max) + "}}");
      }
      now += random() % 40 == 0 ? 20 * kDay : kMinute;
      if (random() % 60 == 0 && !memory.skills().empty()) {
        memory.command("forget", R"({"ids":[")" + memory.skills().begin()->second.id + R"("]})", now);
      }
      memory.tick(now);  // so that the turn does nothing but count and evict
      const Ranks before = ranks_in(memory);
      memory.turn(random_tools(random, 9, 60), now);
      REQUIRE(memory.skills().size() <= skills_max);
      const Ranks after = ranks_in(memory);
      check_leaving(before, after);
      const bool one_left = std::any_of(before.begin(), before.end(),
                                        [&after](const auto& skill) { return after.count(skill.first) == 0; });
      REQUIRE((!one_left || after.size() == skills_max));
    }
  }
}

TEST_CASE("the same turns make the same rows and changes and another persona's turns make no difference") {
  const auto live = [](unsigned others_seed) {
    SkillFixture memory;
    std::mt19937 random(11);
    std::mt19937 others(others_seed);
    std::vector<std::string> changes;
    for (int i = 0; i < 300; ++i) {
      memory.turn(random_tools(others, 3, 5), i * kDay / 2, "other");
      for (const auto& change : memory.turn(random_tools(random, 4, 30), i * kDay / 2).changes) {
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

}  // namespace turnstream::skill
