#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <set>

#include "tests/unit_skill/skill_fixture.h"

namespace turnstream::skill {
namespace {

struct NaiveUse {
  std::int64_t at;
  bool succeeded;
};
/// All uses of each skill since it last retired. Everything else is computed from them each time.
using NaiveSkills = std::map<Tools, std::vector<NaiveUse>>;

void count(NaiveSkills& skills, const Tools& tools, std::int64_t at) {
  Tools steps;
  std::vector<bool> went;
  for (const std::string& tool : tools) {
    const std::string name = tool[0] == '!' ? tool.substr(1) : tool;
    if (!steps.empty() && steps.back() == name) {
      steps.pop_back();
      went.pop_back();
    }
    steps.push_back(name);
    went.push_back(tool[0] != '!');
  }
  std::map<Tools, bool> sequences;
  for (std::size_t from = 0; from < steps.size(); ++from) {
    for (std::size_t to = from + 1; to <= std::min(from + 3, steps.size()); ++to) {
      const auto offset = [](std::size_t n) { return static_cast<std::ptrdiff_t>(n); };
      sequences[{steps.begin() + offset(from), steps.begin() + offset(to)}] =
          std::all_of(went.begin() + offset(from), went.begin() + offset(to), [](bool good) { return good; });
    }
  }
  for (const auto& [sequence, succeeded] : sequences) {
    skills[sequence].push_back({at, succeeded});
  }
}

void retire(NaiveSkills& skills, std::int64_t now) {
  std::erase_if(skills, [now](const auto& skill) { return now - skill.second.back().at >= 180 * kDay; });
}

double proficiency_of(const std::vector<NaiveUse>& uses, std::int64_t now) {
  const auto n = static_cast<double>(uses.size());
  const auto s =
      static_cast<double>(std::count_if(uses.begin(), uses.end(), [](const NaiveUse& use) { return use.succeeded; }));
  const double trend = std::clamp(.05 * s - .10 * (n - s), -.3, .3);
  double score = std::clamp(.4 * std::min(1.0, n / 10) + .6 * s / n + trend, 0.0, 1.0);
  for (std::int64_t period = (now - uses.back().at) / (30 * kDay); period > 0; --period) {
    score *= .95;
  }
  return score;
}

void compare(const Skills& skills, const NaiveSkills& naive, std::int64_t now) {
  REQUIRE(skills.size() == naive.size());
  for (const auto& [tools, skill] : skills) {
    const std::vector<NaiveUse>& uses = naive.at(tools);
    REQUIRE(skill.successes + skill.failures == static_cast<std::int64_t>(uses.size()));
    REQUIRE(static_cast<double>(skill.proficiency) / 1e6 == doctest::Approx(proficiency_of(uses, now)).epsilon(1e-5));
    REQUIRE(skill.first_seen == EventTime{kStart + uses.front().at});
    REQUIRE(skill.last_seen == EventTime{kStart + uses.back().at});
  }
}

}  // namespace

TEST_CASE("random histories agree with skills that are computed from all uses each time") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    SkillFixture memory;
    NaiveSkills naive;
    std::int64_t now = 0;
    for (int i = 0; i < 250; ++i) {
      now += static_cast<std::int64_t>(random() % (random() % 15 == 0 ? 120 : 6)) * kDay / 2;
      retire(naive, now);
      if (random() % 3 == 0) {
        memory.tick(now);
      } else {
        Tools tools;
        for (unsigned n = static_cast<unsigned>(random() % 5); n > 0; --n) {
          tools.push_back((random() % 3 == 0 ? "!" : "") + std::string(1, static_cast<char>('a' + random() % 4)));
        }
        memory.turn(tools, now);
        count(naive, tools, now);
      }
      compare(memory.skills(), naive, now);
    }
  }
}

}  // namespace turnstream::skill
