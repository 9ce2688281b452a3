#include <doctest/doctest.h>

#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {

TEST_CASE("consolidated entries are known up to their number and age") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"consolidation":{"consolidated_max":3}})");
  for (int i = 0; i < 5; ++i) {
    fixture.observe(
        "Shelf " + std::to_string(i) + " holds jars from village " + std::string(6, static_cast<char>('a' + i)) + ".",
        i);
  }
  fixture.sweep(kSecond);
  CHECK(fixture.working.size() == 3);
  fixture.tick(kSecond + 29 * kDay);
  CHECK(fixture.working.size() == 3);
  fixture.tick(kSecond + 30 * kDay);
  CHECK(fixture.working.empty());
  CHECK(fixture.insights.size() == 5);
}

TEST_CASE("what episodic learns of a waiting item reaches its entry and its promotion does not") {
  ConsolidationFixture fixture;
  fixture.observe("The cache lives in Frankfurt.", 0);
  const std::string id = fixture.working.begin()->first;
  const double before = fixture.working[id]["importance"];
  fixture.command("access", R"({"ids":[")" + id + R"("],"counts":[3]})", kMinute);
  CHECK(fixture.working[id]["importance"].get<double>() > before);
  CHECK(fixture.working[id]["importance"] == fixture.items[id]["importance"]);
  fixture.observe("The cache lives in Frankfurt.", 2 * kMinute);
  CHECK(fixture.items[id]["occurrences"] == 2);
  CHECK(fixture.working.size() == 1);
  fixture.observe("A parcel came this morning.", 3 * kMinute);
  fixture.tick_to(3 * kHour);
  CHECK(fixture.items.size() == 1);
  CHECK(fixture.working.size() == 2);
}

}  // namespace turnstream::consolidation
