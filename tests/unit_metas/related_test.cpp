#include <doctest/doctest.h>

#include "tests/unit_metas/meta_fixture.h"

namespace turnstream::consolidation {
namespace {

nlohmann::json known_in(const stage_api::StageOutcome::Request& request) {
  const auto body = nlohmann::json::parse(request.request.request);
  return nlohmann::json::parse(body["messages"][1]["content"].get<std::string>())["known"]["insights"];
}

}  // namespace

TEST_CASE("a flush shows the five insights with most tags among its words and of equal ones the newer") {
  MetaFixture fixture;
  for (int i = 0; i < 6; ++i) {
    fixture.tagged("Row " + std::to_string(i) + " of the vineyard was cut.", {"wine"}, i * kMinute);
    fixture.consolidate(i * kMinute + 1);
  }
  fixture.tagged("The old press needs oil " + std::string(500, 'y') + ".", {"wine", "cellar"}, 6 * kMinute);
  fixture.tagged("The night train to Faro left 20 minutes late.", {"train"}, 6 * kMinute);
  fixture.consolidate(6 * kMinute + 1);
  fixture.set_settings(R"({"model":{"name":"small-1"}})");
  fixture.say("I put the new wine into the cellar on Monday.", "Good!", 7 * kMinute);
  fixture.command("sweep", R"({"passes":["flush"]})", 8 * kMinute);
  REQUIRE(fixture.requests.size() == 1);
  CHECK(fixture.requests[0].request.purpose == "flush");
  const auto known = known_in(fixture.requests[0]);
  REQUIRE(known.size() == 5);
  CHECK(known[0].get<std::string>().rfind("The old press", 0) == 0);
  CHECK(known[1] == "Row 5 of the vineyard was cut.");
  CHECK(known[4] == "Row 2 of the vineyard was cut.");
}

TEST_CASE("a flush about something else shows no insight") {
  MetaFixture fixture;
  fixture.tagged("The night train to Faro left 20 minutes late.", {"train"}, 0);
  fixture.consolidate(1);
  fixture.set_settings(R"({"model":{"name":"small-1"}})");
  fixture.say("I painted my kitchen yellow on Sunday.", "Good!", kMinute);
  fixture.command("sweep", R"({"passes":["flush"]})", 2 * kMinute);
  REQUIRE(fixture.requests.size() == 1);
  CHECK(known_in(fixture.requests[0]).empty());
}

TEST_CASE("forgetting an insight that an open flush shows cancels the request") {
  MetaFixture fixture;
  const std::string item = fixture.tagged("The night train to Faro left 20 minutes late.", {"train"}, 0);
  fixture.consolidate(1);
  fixture.set_settings(R"({"model":{"name":"small-1"}})");
  fixture.say("I took the train to Lisbon on Sunday.", "Good!", kMinute);
  fixture.command("sweep", R"({"passes":["flush"]})", 2 * kMinute);
  REQUIRE(known_in(fixture.requests[0]).size() == 1);
  fixture.command("forget", R"({"ids":[")" + item + R"("]})", 3 * kMinute);
  CHECK(fixture.cancels ==
        std::vector<std::pair<std::string, std::string>>{{fixture.requests[0].effect_id, "forgotten"}});
}

}  // namespace turnstream::consolidation
