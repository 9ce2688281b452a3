#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <set>

#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {
namespace {

struct Fixture : ConsolidationFixture {
  /// Five statements of a session, and passes that make insights, a topic and an entry of the daily log of them.
  void remember(std::int64_t at_ms) {
    for (int i = 0; i < 5; ++i) {
      const std::string number = std::to_string(100 + made_++);
      say("I moved my boat h" + number + " to dock " + number + " with my sister last year.", "Nice!",
          at_ms + i * kSecond);
    }
    command("sweep", R"({"passes":["consolidate","topics","flush"]})", at_ms + kMinute);
  }
  /// Ticks once an hour, as often as it takes.
  void pass_days(int days) {
    for (int hour = 0; hour < days * 24; ++hour) {
      now_ += kHour;
      tick(now_);
    }
  }
  std::vector<nlohmann::json> retired() const {
    auto found = events_of("retire");
    for (const auto& event : found) {
      CHECK(event["reason"] == "retention");
      CHECK(event["stage"] == "consolidation");
    }
    return found;
  }
  std::size_t rows_under(const std::string& prefix) {
    std::size_t count = 0;
    for (const auto& [key, value] : driver().rows(persona())) {
      count += key.starts_with(prefix) ? 1 : 0;
    }
    return count;
  }

  std::int64_t now_ = kHour;
  int made_ = 0;
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "without a retention nothing leaves because of its age") {
  remember(0);
  REQUIRE(insights.size() == 5);
  REQUIRE(topics.size() == 1);
  REQUIRE(daily.size() == 1);
  pass_days(400);
  CHECK(insights.size() == 5);
  CHECK(topics.size() == 1);
  CHECK(daily.size() == 1);
  CHECK(retired().empty());
}

TEST_CASE_FIXTURE(Fixture, "each kind leaves at the age that its own setting says and one event names what left") {
  set_settings(
      R"({"consolidation":{"insight_retention_days":20,"topic_retention_days":10,"daily_retention_days":20}})");
  remember(0);
  const std::string topic = topics.begin()->first;
  pass_days(9);
  CHECK(topics.size() == 1);
  pass_days(1);
  CHECK(topics.empty());
  CHECK(insights.size() == 5);
  REQUIRE(retired().size() == 1);
  CHECK(retired()[0]["items"] == nlohmann::json{topic});
  pass_days(9);
  CHECK(insights.size() == 5);
  CHECK(daily.size() == 1);
  pass_days(1);
  CHECK(insights.empty());
  CHECK(daily.empty());
  REQUIRE(retired().size() == 2);
  CHECK(retired()[1]["items"].size() == 6);
  for (const char* prefix : {"insight", "~i", "topic/", "~to/", "~ts/", "daily/", "~do/", "~ds/"}) {
    CHECK_MESSAGE(rows_under(prefix) == 0, prefix);
  }
  CHECK(driver().timers(persona()).count("retention") == 0);
}

TEST_CASE_FIXTURE(Fixture, "a retention that is set or lowered later holds for what exists within a day") {
  remember(0);
  pass_days(30);
  set_settings(R"({"consolidation":{"insight_retention_days":40}})");
  pass_days(5);
  CHECK(insights.size() == 5);
  set_settings(R"({"consolidation":{"insight_retention_days":20}})");
  pass_days(1);
  CHECK(insights.empty());
  CHECK(topics.size() == 1);
  CHECK(daily.size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "an old stock leaves a bounded number at each record and the oldest first") {
  remember(0);
  remember(kHour);
  now_ = 2 * kHour;
  REQUIRE(insights.size() == 10);
  pass_days(30);
  std::map<std::string, std::string> made_at;
  for (const auto& [id, insight] : insights) {
    made_at[id] = insight["extracted_at"];
  }
  set_settings(R"({"consolidation":{"insight_retention_days":1,"retention_batch_max":3}})");
  pass_days(2);
  CHECK(insights.empty());
  const auto steps = retired();
  REQUIRE(steps.size() == 4);
  std::string last;
  std::set<std::string> times;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    CHECK(steps[i]["items"].size() == (i < 3 ? 3 : 1));
    for (const auto& id : steps[i]["items"]) {
      CHECK(made_at.at(id) >= last);
      last = made_at.at(id);
      times.insert(last);
    }
  }
  CHECK(times.size() == 2);
}

TEST_CASE_FIXTURE(Fixture, "what was made later stays when the older leaves and ends at its own age") {
  set_settings(R"({"consolidation":{"insight_retention_days":10}})");
  remember(0);
  pass_days(4);
  remember(now_);
  REQUIRE(insights.size() == 10);
  pass_days(6);
  CHECK(insights.size() == 5);
  for (const auto& [id, insight] : insights) {
    CHECK(insight["extracted_at"].get<std::string>() > "2026-01-05");
  }
  pass_days(3);
  CHECK(insights.size() == 5);
  pass_days(2);
  CHECK(insights.empty());
}

TEST_CASE_FIXTURE(Fixture, "an access does not make an insight younger and what left may be said again") {
  set_settings(R"({"consolidation":{"insight_retention_days":10}})");
  remember(0);
  pass_days(9);
  const std::string id = insights.begin()->first;
  command("access", R"({"ids":[")" + id + R"("],"counts":[3]})", now_);
  CHECK(insights.at(id)["access_count"] == 3);
  pass_days(2);
  CHECK(insights.empty());
  made_ = 0;
  remember(now_);
  CHECK(insights.size() == 5);
}

TEST_CASE_FIXTURE(Fixture, "an insight of insights goes with its sources though it is younger") {
  set_settings(R"({"consolidation":{"insight_retention_days":3}})");
  for (int i = 0; i < 5; ++i) {
    remember(i * 2 * kMinute);
  }
  pass_days(2);
  const auto metas = [this] {
    return std::count_if(insights.begin(), insights.end(),
                         [](const auto& one) { return one.second["type"] == "meta"; });
  };
  const auto made = static_cast<std::size_t>(metas());
  REQUIRE(made > 0);
  REQUIRE(retired().empty());
  pass_days(2);
  CHECK(insights.empty());
  CHECK(retired()[0]["items"].size() == 25 + made);
}

TEST_CASE_FIXTURE(Fixture, "forgetting everything leaves no timer behind") {
  remember(0);
  CHECK(driver().timers(persona()).count("retention") == 1);
  command("forget", R"({"all":true,"confirm":"helper"})", kHour);
  CHECK(driver().timers(persona()).count("retention") == 0);
  CHECK(rows_under("~ia/") == 0);
}

}  // namespace turnstream::consolidation
