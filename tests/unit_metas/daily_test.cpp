#include <doctest/doctest.h>

#include "tests/unit_metas/meta_fixture.h"

namespace turnstream::consolidation {

TEST_CASE("twenty new insights make a meta-insight at the first tick a day after the first of them") {
  MetaFixture fixture;
  fixture.know_hosts(12, 0);
  fixture.know_hosts(8, kHour);
  CHECK(fixture.driver().timers("helper").at("metas") == LogTime{kStart + kDay});
  fixture.tick_to(kDay - 30 * kSecond);
  CHECK(fixture.metas().empty());
  fixture.tick(kDay);
  REQUIRE(fixture.metas().size() == 2);
  CHECK(fixture.events_of("meta").size() == 2);
  CHECK(fixture.driver().timers("helper").count("metas") == 0);
  for (const auto& meta : fixture.metas()) {
    CHECK(meta["extracted_at"] == "2026-01-02T10:00:00.000Z");
  }
}

TEST_CASE("nineteen new insights make none and arm no timer") {
  MetaFixture fixture;
  fixture.know_hosts(19, 0);
  CHECK(fixture.driver().timers("helper").count("metas") == 0);
  fixture.tick_to(2 * kDay);
  CHECK(fixture.metas().empty());
  fixture.know_hosts(1, 2 * kDay + kSecond);
  CHECK(fixture.driver().timers("helper").at("metas") == LogTime{kStart + 2 * kDay + 30 * kSecond});
  fixture.tick(2 * kDay + 30 * kSecond);
  CHECK(fixture.metas().size() == 2);
}

TEST_CASE("the next pass waits for a day and for twenty insights more") {
  MetaFixture fixture;
  fixture.know_hosts(20, 0);
  fixture.tick(kDay);
  const auto first = fixture.metas();
  REQUIRE(first.size() == 2);
  fixture.know_hosts(20, kDay + kHour);
  fixture.tick_to(2 * kDay - 30 * kSecond);
  CHECK(fixture.events_of("meta").size() == 2);
  fixture.tick(2 * kDay);
  CHECK(fixture.events_of("meta").size() > 2);
  const auto made = fixture.events_of("meta").size();
  fixture.know_hosts(19, 2 * kDay + kHour);
  fixture.tick(9 * kDay);
  CHECK(fixture.events_of("meta").size() == made);
}

TEST_CASE("a silence of days fires one pass") {
  MetaFixture fixture;
  fixture.know_hosts(20, 0);
  fixture.tick(5 * kDay);
  CHECK(fixture.events_of("meta").size() == 2);
  fixture.tick(6 * kDay);
  CHECK(fixture.events_of("meta").size() == 2);
}

TEST_CASE("a merge does not count as a new insight") {
  MetaFixture fixture;
  for (int i = 0; i < 30; ++i) {
    fixture.observe("The main database of the shop runs on host amber in rack nine.", i * kDay);
    fixture.consolidate(i * kDay);
  }
  CHECK(fixture.insights.size() == 1);
  CHECK(fixture.driver().timers("helper").count("metas") == 0);
}

TEST_CASE("settings say how many insights and hours a pass waits for") {
  MetaFixture fixture;
  fixture.set_settings(R"({"consolidation":{"meta_fresh_min":4,"meta_interval_h":2}})");
  fixture.know_hosts(4, 0);
  fixture.tick(2 * kHour - kSecond);
  CHECK(fixture.metas().empty());
  fixture.tick(2 * kHour);
  CHECK(fixture.metas().size() == 1);
}

TEST_CASE("forgetting everything disarms the timer and leaves no row") {
  MetaFixture fixture;
  fixture.know_hosts(20, 0);
  CHECK(fixture.driver().timers("helper").count("metas") == 1);
  fixture.command("forget", R"({"all":true,"confirm":"helper"})", kMinute);
  CHECK(fixture.driver().timers("helper").count("metas") == 0);
  for (const auto& [key, value] : fixture.driver().rows("helper")) {
    const std::string& left = key;
    CAPTURE(left);
    CHECK(left.find("insight") == std::string::npos);
    CHECK(left.rfind("~iu/", 0) != 0);
  }
}

TEST_CASE("a turn on which no pass is due reads and writes no row for it") {
  MetaFixture fixture;
  fixture.know_hosts(25, 0);
  const auto head = [&fixture] {
    return fixture.stage().describe("heads", fixture.driver().rows("helper").at("heads")).at("insights");
  };
  const auto before = head();
  fixture.say("The harbour of Lisbon closes at nine.", "I see.", kMinute);
  CHECK(head() == before);
}

}  // namespace turnstream::consolidation
