#include <doctest/doctest.h>

#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {
namespace {}  // namespace

TEST_CASE("the share of ephemeral answers moves the importance below which old entries are dropped") {
  ConsolidationFixture fixture;
  fixture.set_settings(kModel);
  std::string all = "[";
  for (int i = 0; i < 10; ++i) {
    fixture.observe("Host h" + std::to_string(i) + " stands in room " + std::to_string(1000 + i) + ".", i);
    all += std::string(i == 0 ? "" : ",") + R"({"index":)" + std::to_string(i) + R"(,"type":"ephemeral"})";
  }
  fixture.sweep(kSecond);
  fixture.answer(fixture.requests[0], all + "]", 2 * kSecond);
  REQUIRE(fixture.events_of("threshold").size() == 1);
  CHECK(fixture.events_of("threshold")[0]["from"] == 0.3);
  CHECK(fixture.events_of("threshold")[0]["to"] == 0.35);
  CHECK(fixture.events_of("threshold")[0]["rate"] == 1.0);
}

TEST_CASE("with more entries than the bound the next pass takes the way without a model") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"model":{"name":"small-1"},"consolidation":{"max_working_memory":5}})");
  for (int i = 0; i < 6; ++i) {
    fixture.observe("Host h" + std::to_string(i) + " stands in room " + std::to_string(1000 + i) + ".", i);
  }
  fixture.tick(30 * kSecond);
  CHECK(fixture.requests.empty());
  CHECK(fixture.events_of("skipped")[0]["reason"] == "backlog");
  CHECK(fixture.last_pass()["extracted"] == 6);
}

TEST_CASE("when only metadata may be sent no entry is sent") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"model":{"name":"small-1","send":"metadata"}})");
  fixture.observe("The cache lives in Frankfurt.", 0);
  fixture.sweep(kSecond);
  CHECK(fixture.requests.empty());
  CHECK(fixture.last_pass()["extracted"] == 1);
}

}  // namespace turnstream::consolidation
