#include <doctest/doctest.h>
#include <random>
#include <set>

#include "stages/consolidation/sharing/describe_sharing.h"
#include "tests/unit_sharing/sharing_fixture.h"

namespace turnstream::consolidation {
namespace {

using Json = nlohmann::json;

const std::vector<std::string> kTargets{"t0", "t1", "t2"};

/// Random grants, revokes, insights and forgets of one persona. The checks read what is published.
class Run {
 public:
  explicit Run(unsigned seed) : random_(seed) {
    world_.set_settings(R"({"consolidation":{"insights_max":15,"shares_step_max":4,"shared_at_grant_max":5}})");
  }

  void step() {
    const std::size_t dice = pick(100);
    if (dice < 50) {
      Json list = Json::array();
      for (std::size_t i = pick(6); i <= 5; ++i) {
        const std::string name = "n" + std::to_string(next_++);
        list.push_back({{"name", name},
                        {"summary", name + " stands alone."},
                        {"tags", {tag()}},
                        {"importance", 100'000 * pick(10)}});
      }
      world_.insights_at_once("helper", list);
    } else if (dice < 62) {
      const Json tags = pick(3) == 0 ? Json::array() : Json::array({tag()});
      world_.grant("helper", kTargets[pick(3)], tags);
    } else if (dice < 70) {
      world_.send("helper", "revoke", {{"target", kTargets[pick(3)]}});
    } else if (dice < 85 && !world_.insights["helper"].empty()) {
      const auto& all = world_.insights["helper"];
      const auto one = std::next(all.begin(), static_cast<std::ptrdiff_t>(pick(all.size())));
      world_.send("helper", "forget", Json::object({{"ids", {std::string(one->first)}}}));
    } else {
      world_.tick();
    }
    check();
  }

  void settle() {
    for (int i = 0; i < 40; ++i) {
      world_.tick();
    }
    check();
    CHECK(world_.driver().timers("helper").empty());
    CHECK(world_.rows_under("helper", "~sn/") == 0);
    CHECK(world_.rows_under("helper", "~sj/") == 0);
    for (const std::string& target : kTargets) {
      const auto grant = world_.grants["helper"].find(target);
      CHECK((grant != world_.grants["helper"].end() || world_.insights[target].empty()));
      for (const auto& [id, insight] : world_.insights[target]) {
        const Json& tags = grant->second["tags"];
        CHECK((tags.empty() || tags[0] == insight["tags"][0]));
      }
    }
  }

  SharingWorld& world() { return world_; }

 private:
  std::size_t pick(std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_); }
  std::string tag() { return "tag" + std::to_string(pick(3)); }

  /// What a target has is what the persona has, and the rows count it from both sides.
  void check() {
    std::size_t received = 0;
    for (const std::string& target : kTargets) {
      received += world_.insights[target].size();
      for (const auto& [id, insight] : world_.insights[target]) {
        const auto source = world_.insights["helper"].find(insight["source_insight_id"]);
        REQUIRE(source != world_.insights["helper"].end());
        CHECK(insight["summary"] == source->second["summary"]);
      }
    }
    CHECK(world_.rows_under("helper", "~so/") == received);
    CHECK(world_.rows_under("helper", "~st/") == received);
    CHECK(world_.rows_under("helper", "~g/") == world_.grants["helper"].size());
  }

  std::mt19937 random_;
  SharingWorld world_;
  int next_ = 0;
};

}  // namespace

TEST_CASE("targets have what the grants cover and nothing that is gone in random runs") {
  std::size_t received = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    Run run(seed);
    for (int i = 0; i < 200; ++i) {
      run.step();
    }
    run.settle();
    received += run.world().words_of("share");
    run.world().send("helper", "forget", {{"all", true}, {"confirm", "helper"}});
    for (const std::string& target : kTargets) {
      CHECK(run.world().insights[target].empty());
    }
    CHECK(run.world().rows_under("helper", "~s") == 0);
  }
  CHECK(received > 500);
}

TEST_CASE("every row of sharing can be shown and a damaged one is reported") {
  Run run(3);
  std::set<std::string> kinds;
  for (int i = 0; i < 60; ++i) {
    run.step();
    for (const auto& [key, value] : run.world().driver().rows("helper")) {
      const Json shown = describe_sharing_row(key, value);
      if (shown.is_null()) {
        continue;
      }
      CAPTURE(shown.dump());
      CHECK(shown.count("damaged") == 0);
      if (key == "sharing" || key.starts_with("~g/")) {
        kinds.insert(key.substr(0, 3));
        CHECK(describe_sharing_row(key, value.substr(0, value.size() - 1)).count("damaged") == 1);
        CHECK(describe_sharing_row(key, value + "x").count("damaged") == 1);
        CHECK(describe_sharing_row(key, "\x7f" + value.substr(1)).count("damaged") == 1);
      }
    }
  }
  CHECK(kinds.size() == 2);
}

}  // namespace turnstream::consolidation
