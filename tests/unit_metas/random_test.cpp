#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "stages/consolidation/describe.h"
#include "tests/stage_checks/rows_check.h"
#include "tests/unit_metas/meta_fixture.h"

namespace turnstream::consolidation {
namespace {

using Json = nlohmann::json;
using Ids = MetaFixture::Ids;

std::string used_at(const Json& insight) {
  const Json& accessed = insight.at("last_accessed_at");
  return accessed.is_null() ? insight.at("extracted_at") : accessed;
}

bool belong_together(const Json& one, const Json& other) {
  const Ids a = one.at("tags").get<Ids>();
  const Ids b = other.at("tags").get<Ids>();
  Ids both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  Ids all = a;
  all.insert(b.begin(), b.end());
  return !all.empty() && 2 * both.size() >= all.size();
}

/// What the rules say, by a walk over all insights.
std::vector<Ids> naive_clusters(const MetaFixture& fixture, std::size_t limit) {
  std::vector<Json> order = fixture.of_type("extracted");  // by id
  std::stable_sort(order.begin(), order.end(), [](const Json& a, const Json& b) { return used_at(a) > used_at(b); });
  order.resize(std::min(order.size(), limit));
  std::vector<std::vector<Json>> clusters;
  for (const Json& insight : order) {
    auto cluster = std::find_if(clusters.begin(), clusters.end(), [&](const auto& members) {
      return members.size() < 16 && belong_together(members.front(), insight);
    });
    cluster = cluster == clusters.end() ? clusters.insert(cluster, std::vector<Json>{}) : cluster;
    cluster->push_back(insight);
  }
  std::vector<Ids> found;
  for (const auto& members : clusters) {
    Ids ids;
    for (const Json& member : members) {
      ids.insert(member.at("id").get<std::string>());
    }
    if (ids.size() >= 3) {
      found.push_back(ids);
    }
  }
  return found;
}

class Run {
 public:
  /// Runs with an even seed forget nothing.
  explicit Run(unsigned seed) : random_(seed), forgets_(seed % 2 == 1) {
    fixture_.set_settings(R"({"episodic":{"tags_max":3},"consolidation":{"meta_insights_max":12,"insights_max":40}})");
  }

  void step() {
    now_ += static_cast<std::int64_t>(pick(600)) * kSecond;
    const std::size_t dice = pick(100);
    if (dice < 60) {
      fixture_.tagged("Thing " + std::to_string(pick(900)) + " stands in room " + std::to_string(pick(900)) + ".",
                      {letter(), letter(), letter()}, now_, 400'000 + 10'000 * static_cast<std::int64_t>(pick(10)));
      fixture_.consolidate(now_);
    } else if (dice < 75) {
      sweep();
    } else if (dice < 85 && !fixture_.insights.empty()) {
      fixture_.command("access", R"({"ids":[")" + any_insight() + R"("]})", now_);
    } else if (dice < 92 && forgets_ && !fixture_.insights.empty()) {
      const std::string id = any_insight();
      fixture_.command("forget", R"({"ids":[")" + id + R"("]})", now_);
      forgotten_.insert(id);
    } else {
      fixture_.tick(now_);
    }
    check();
  }

  MetaFixture& fixture() { return fixture_; }

 private:
  std::size_t pick(std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_); }
  std::string letter() { return std::string(5, static_cast<char>('a' + pick(5))); }
  std::string any_insight() {
    return std::next(fixture_.insights.begin(), static_cast<std::ptrdiff_t>(pick(fixture_.insights.size())))->first;
  }

  void sweep() {
    const std::vector<Ids> expected = naive_clusters(fixture_, 12);
    const std::size_t quotas = fixture_.events_of("quota").size();
    for (const model::Change& change : fixture_.sweep_metas(now_).of_kind("insight")) {
      const bool made = change.op == model::ChangeOp::kPut;
      const Ids ids = made ? MetaFixture::source_ids(Json::parse(change.value)) : Ids{};
      CHECK((!made || std::find(expected.begin(), expected.end(), ids) != expected.end()));
    }
    for (const Ids& ids : expected) {
      const auto metas = fixture_.metas();
      const bool covered = std::any_of(metas.begin(), metas.end(), [&](const Json& meta) {
        const Ids sources = MetaFixture::source_ids(meta);
        return std::includes(sources.begin(), sources.end(), ids.begin(), ids.end());
      });
      // After a forget, a cluster makes no meta-insight if a sentence that its summary would have is blocked. A new one can
      // push out a source of another one, which goes with it.
      CHECK((covered || forgets_ || fixture_.events_of("quota").size() > quotas));
    }
  }

  void check() {
    const auto metas = fixture_.metas();
    for (const Json& meta : metas) {
      const Ids sources = MetaFixture::source_ids(meta);
      CHECK(sources.size() >= 3);
      CHECK(sources.size() <= 16);
      CHECK(meta.at("summary").get<std::string>().size() <= 300);
      for (const std::string& id : sources) {
        CHECK(forgotten_.count(id) == 0);
        CHECK(fixture_.insights.count(id) == 1);
      }
      for (const Json& other : metas) {
        const Ids others = MetaFixture::source_ids(other);
        CHECK((meta == other || !std::includes(others.begin(), others.end(), sources.begin(), sources.end())));
      }
    }
    CHECK(fixture_.insights.size() <= 40);
  }

  std::mt19937 random_;
  bool forgets_;
  MetaFixture fixture_;
  std::int64_t now_ = 0;
  Ids forgotten_;
};

}  // namespace

TEST_CASE("meta-insights are those of a walk over all insights in random runs and rest on nothing forgotten") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    Run run(seed);
    Run same(seed);
    for (int i = 0; i < 150; ++i) {
      run.step();
      same.step();
    }
    CHECK(run.fixture().events_of("meta").size() > 3);
    CHECK(run.fixture().events == same.fixture().events);
    CHECK(run.fixture().driver().rows("helper") == same.fixture().driver().rows("helper"));
    stage_checks::check_rows_shown(run.fixture().driver().rows("helper"), describe_row);
  }
}

TEST_CASE("what one persona knows does not count for another") {
  MetaFixture fixture;
  fixture.know_hosts(10, 0);
  for (int i = 0; i < 10; ++i) {
    model::StateExport turn = fixture.empty_turn(kMinute);
    turn.agent_id = "teacher";
    turn.observations.push_back(fixture.observation("Host h" + std::to_string(i) + " of Globex stands in room 7."));
    REQUIRE(fixture.give(turn).status.ok());
  }
  const auto rows = fixture.driver().rows("helper");
  REQUIRE(fixture.driver()
              .command("teacher", "sweep", R"({"args":{"passes":["consolidate"]}})", LogTime{kStart + 2 * kMinute})
              .status.ok());
  CHECK(fixture.driver().timers("helper").count("metas") == 0);
  CHECK(fixture.driver().timers("teacher").count("metas") == 0);
  const auto outcome =
      fixture.driver().command("teacher", "sweep", R"({"args":{"passes":["meta"]}})", LogTime{kStart + 3 * kMinute});
  REQUIRE(outcome.status.ok());
  for (const model::Change& change : outcome.of_kind("insight")) {
    for (const auto& id : MetaFixture::source_ids(Json::parse(change.value))) {
      CHECK(fixture.insights.count(id) == 0);
    }
  }
  CHECK(fixture.driver().rows("helper") == rows);
}

}  // namespace turnstream::consolidation
