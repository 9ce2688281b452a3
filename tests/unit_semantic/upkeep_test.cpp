#include <doctest/doctest.h>

#include "stages/semantic/describe.h"
#include "stages/semantic/kept_fact.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {

using Json = nlohmann::json;

namespace {

/// The number of entries in the list of facts that were forgotten and must not be learnt again.
int gone_entries(SemanticFixture& test) {
  int entries = 0;
  for (const auto& [key, row] : test.driver().rows("helper")) {
    if (key.starts_with(kGoneListPrefix)) {
      for (ByteReader reader(row); !reader.at_end();) {
        entries += reader.uuid() == Uuid{} ? 0 : 1;
      }
    }
  }
  return entries;
}

}  // namespace

TEST_CASE("weak facts are retired when they were idle for 30 days and no other") {
  SemanticFixture test;
  test.observe("cache host is atlas", 0, 200'000);
  test.observe("proxy host is hermes", 0, 200'000);
  test.observe("proxy host is hermes", 10 * kDay, 200'000);
  test.observe("api port is 8080", 0);
  test.tick(30 * kDay - 1);
  CHECK(test.facts().size() == 3);
  CHECK(test.tick(30 * kDay).removed() == 1);
  CHECK(test.facts().count("cache host is atlas") == 0);
  test.tick(100 * kDay);
  CHECK(test.facts().size() == 2);
}

TEST_CASE("lists do not grow if facts are retired and learnt again many times") {
  SemanticFixture test;
  test.observe("api port is 8080", 0);
  for (int round = 0; round < 60; ++round) {
    for (int i = 0; i < 5; ++i) {
      test.observe("Host" + std::to_string(i) + " is up", round * 31 * kDay, 200'000);
    }
    REQUIRE(test.facts().size() == 6);
    REQUIRE(test.tick(round * 31 * kDay + 30 * kDay).removed() == 5);
  }
  const Json head = describe_row(kHeadKey, test.driver().rows("helper").at(std::string(kHeadKey)));
  CHECK(head.at("listed").get<int>() <= 1 + 64 + 32);
  CHECK(head.at("weak").get<int>() <= 1 + 64 + 32);
}

TEST_CASE("a persona keeps at most the maximum of facts and loses superseded and weak ones first") {
  SemanticFixture test;
  test.driver().set_settings(R"({"semantic":{"facts_max":20}})");
  test.observe("api port is 1", 0);
  test.observe("api port is 2", kSecond);
  for (int i = 0; i < 60; ++i) {
    test.observe("Host" + std::to_string(i) + " is up", (2 + i) * kSecond, 500'000 + i);
    CHECK(test.facts().size() <= 20);
  }
  CHECK(test.facts().size() == 20);
  CHECK(test.facts().count("api port is 1") == 0);
  CHECK(test.facts().count("api port is 2") == 1);
}

TEST_CASE("a forgotten turn takes its facts with it and they are not learnt again until unforgotten") {
  SemanticFixture test;
  test.observe("api port is 8080", 0);
  test.observe("api port is 9090", kMinute);
  const std::string id = test.fact("api port is 9090").at("id");
  CHECK(test.forget(R"({"ids":["turn2"]})", 2 * kMinute).removed() == 1);
  CHECK(test.fact("api port is 8080").at("current") == true);
  CHECK(test.fact("api port is 8080").at("superseded_by").is_null());
  test.observe("api port is 9090", 3 * kMinute);
  CHECK(test.facts().size() == 1);
  CHECK(gone_entries(test) == 1);
  test.unforget(R"({"ids":[")" + id + R"("]})", 4 * kMinute);
  CHECK(gone_entries(test) == 0);
  test.observe("api port is 9090", 5 * kMinute);
  CHECK(test.facts().size() == 2);
}

TEST_CASE("a persona that is forgotten with all leaves no row and begins again") {
  SemanticFixture test;
  test.observe("api port is 8080", 0);
  test.observe("three red lanterns", 0);
  test.say("I like tea.", kMinute);
  test.forget(R"({"ids":["turn1"]})", 2 * kMinute);
  CHECK(test.forget(R"({"all":true})", 3 * kMinute).removed() == 2);
  CHECK(test.driver().rows("helper").empty());
  test.observe("api port is 8080", 4 * kMinute);
  CHECK(test.facts().size() == 1);
}

}  // namespace turnstream::semantic
