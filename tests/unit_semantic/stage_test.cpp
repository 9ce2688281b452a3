#include <doctest/doctest.h>

#include "pipeline/codec/ids.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {

using Json = nlohmann::json;

TEST_CASE("a fact said in two turns is one fact with combined confidence and both sources") {
  SemanticFixture test;
  CHECK(test.observe("api port is 8080", 0).added() == 1);
  CHECK(test.observe("api port is 8080", 5 * kMinute).updated() == 1);
  const Json fact = test.fact("api port is 8080");
  CHECK(fact.at("confidence") == 0.96);
  CHECK(fact.at("sources").size() == 2);
  CHECK(fact.at("id") == to_string(codec::fact_id("helper", {"api port", "is", "8080"})));
  CHECK(fact.at("sources")[0].at("id") == to_string(codec::memory_id("helper", "turn1", "/observations/0")));
}

TEST_CASE("another value supersedes and one that comes late takes its place in between") {
  SemanticFixture test;
  test.observe("api port is 8080", 0);
  test.observe("api port is 8080", 5 * kMinute);
  test.observe("api port is 9090", 10 * kMinute);
  CHECK(test.fact("api port is 9090").at("current") == true);
  CHECK(test.fact("api port is 8080").at("validity")[0].at("to") == "2026-01-01T10:10:00.000Z");
  test.observe("api port is 7070", 7 * kMinute);
  const Json late = test.fact("api port is 7070");
  CHECK(late.at("current") == false);
  CHECK(late.at("validity") == Json::parse(R"([{"from":"2026-01-01T10:07:00.000Z","to":"2026-01-01T10:10:00.000Z"}])"));
  CHECK(late.at("superseded_by") == test.fact("api port is 9090").at("id"));
  CHECK(test.fact("api port is 8080").at("validity")[0].at("to") == "2026-01-01T10:07:00.000Z");
  CHECK(test.fact("api port is 8080").at("superseded_by") == late.at("id"));
  CHECK(test.fact("api port is 9090").at("current") == true);
}

TEST_CASE("a value said again after it was superseded opens a new interval in the same fact") {
  SemanticFixture test;
  test.observe("api port is 8080", 0);
  test.observe("api port is 9090", kMinute);
  test.observe("api port is 8080", 2 * kMinute);
  const Json fact = test.fact("api port is 8080");
  CHECK(fact.at("validity").size() == 2);
  CHECK(fact.at("current") == true);
  CHECK(fact.at("superseded_by").is_null());
  CHECK(test.facts().size() == 2);
}

TEST_CASE("several tastes hold at the same time and a denial ends one of them") {
  SemanticFixture test;
  test.say("I like tea and coffee.", 0);
  CHECK(test.facts().size() == 2);
  test.say("I don't like coffee anymore.", kMinute);
  CHECK(test.fact("user likes tea").at("current") == true);
  CHECK(test.fact("user likes coffee").at("current") == false);
  CHECK(test.fact("user likes coffee").at("validity")[0].at("to") == "2026-01-01T10:01:00.000Z");
  test.say("I like coffee again", 2 * kMinute);
  CHECK(test.fact("user likes coffee").at("validity").size() == 2);
}

TEST_CASE("a denial of an unknown fact changes nothing") {
  SemanticFixture test;
  test.say("I no longer work at Acme.", 0);
  CHECK(test.facts().empty());
  CHECK(test.driver().rows("helper").empty());
}

TEST_CASE(
    "an observation that matches no pattern is remembered as its text and merges with what says nearly the same") {
  SemanticFixture test;
  test.observe("searched for three tsconfig files in the web repository of the team", 0, 500'000);
  const Json fact = test.fact("searched for three tsconfig files in the web repository of the team");
  CHECK(fact.at("subject").is_null());
  test.observe("searched for three tsconfig files in the web repository of our team", kMinute, 500'000);
  CHECK(test.facts().size() == 1);
  CHECK(test.fact("searched for three tsconfig files in the web repository of the team").at("confidence") == 0.75);
  test.observe("deleted three old branches", 2 * kMinute);
  CHECK(test.facts().size() == 2);
}

TEST_CASE("a statement that a turn repeats counts once") {
  SemanticFixture test;
  model::StateExport turn = test.empty_turn(0);
  turn.observations = {test.observation("api port is 8080"), test.observation("The API port is 8080.")};
  test.give(turn);
  CHECK(test.fact("api port is 8080").at("confidence") == 0.8);
  CHECK(test.fact("api port is 8080").at("sources").size() == 1);
}

TEST_CASE("only memory writes of type fact and failed tools of a tool execution make facts") {
  SemanticFixture test;
  model::StateExport turn = test.empty_turn(0);
  model::ToolExecution tool;
  tool.tool_id = "Deploy";
  tool.status = model::ToolStatus::kFailure;
  tool.error = "disk full\nstack trace";
  tool.memory_writes = {{"fact", "The staging host is atlas", std::nullopt, {}},
                        {"note", "remember milk", std::nullopt, {}}};
  turn.tool_executions.push_back(tool);
  test.give(turn);
  CHECK(test.facts().size() == 2);
  CHECK(test.fact("tool deploy fails on disk full").at("confidence") == 0.6);
  CHECK(test.fact("staging host is atlas").at("confidence") == 0.8);
}

TEST_CASE("repetitions of recalled memories raise a fact once a session") {
  SemanticFixture test;
  test.observe("api port is 9090", 0);
  const Json before = test.fact("api port is 9090");
  const std::string_view recalled[] = {"some-id"};
  for (int i = 1; i <= 1000; ++i) {
    model::StateExport turn = test.empty_turn(i * kSecond);
    turn.metadata.memories_recalled.assign(std::begin(recalled), std::end(recalled));
    turn.turn_data.user_input = "The api port is 9090";
    turn.turn_data.assistant_response = "The api port is 9090. I live in Berlin.";
    turn.session_id = "s2";
    test.give(turn);
  }
  CHECK(test.facts().size() == 1);
  CHECK(test.fact("api port is 9090").at("sources").size() == 2);
  CHECK(test.fact("api port is 9090").at("confidence") == 0.94);
  CHECK(before.at("confidence") == 0.8);
}

TEST_CASE("facts are put in the field order that is documented") {
  SemanticFixture test;
  const auto outcome = test.observe("api port is 8080", 0);
  CHECK(
      outcome.of_kind("fact").front().value ==
      R"({"kind":"fact","id":"f8c14a7b-1eca-5bff-b481-c728ab48aa0c","persona_id":"helper","subject":"api port","relation":"is","value":"8080","text":"api port is 8080","evidence":"api port is 8080","confidence":0.8,"current":true,"validity":[{"from":"2026-01-01T10:00:00.000Z","to":null}],"superseded_by":null,"sources":[{"id":")" +
          to_string(codec::memory_id("helper", "turn1", "/observations/0")) +
          R"(","turn_id":"turn1","session_id":"s1"}]})");
}

TEST_CASE("a value before all points of a full timeline is added as superseded") {
  SemanticFixture test;
  for (int i = 0; i < 70; ++i) {
    test.observe("api port is " + std::to_string(8000 + i), (100 + i) * kSecond);
  }
  test.observe("api port is 7000", kSecond);
  CHECK(test.fact("api port is 7000").at("current") == false);
  CHECK(test.fact("api port is 7000").at("superseded_by").is_string());
  int current = 0;
  for (const auto& [text, fact] : test.facts()) {
    current += fact.at("current") == true ? 1 : 0;
  }
  CHECK(current == 1);
}

TEST_CASE("what was superseded does not come back when its successor is retired") {
  SemanticFixture test;
  test.observe("api port is 8080", 0);
  test.observe("api port is 9090", kMinute, 200'000);
  CHECK(test.tick(31 * kDay).removed() == 1);
  CHECK(test.fact("api port is 8080").at("current") == false);
  CHECK(test.fact("api port is 8080").at("validity")[0].at("to") == "2026-01-01T10:01:00.000Z");
}

TEST_CASE("a correction is not an echo") {
  SemanticFixture test;
  const auto say = [&test](const char* text, std::int64_t at) {
    model::StateExport turn = test.empty_turn(at);
    const std::string_view recalled = "some-id";
    turn.metadata.memories_recalled.assign(1, recalled);
    turn.turn_data.user_input = text;
    test.give(turn);
  };
  say("My favourite colour is blue.", 0);
  say("My favourite colour is red.", kSecond);
  say("No wait, my favourite colour is blue.", 2 * kSecond);
  CHECK(test.fact("user's favourite colour is blue").at("current") == true);
  CHECK(test.fact("user's favourite colour is blue").at("confidence") == 0.7);
  CHECK(test.fact("user's favourite colour is red").at("current") == false);
}

TEST_CASE("texts that differ by a negation or a number are two facts even if all else is equal") {
  SemanticFixture test;
  test.observe("nightly backup of the bucket storage to the vault completed successfully today", 0);
  test.observe("nightly backup of the bucket storage to the vault not completed successfully today", kMinute);
  test.observe("order 4711 shipped from the warehouse in Ghent to the customer in Turin", 2 * kMinute);
  test.observe("order 4712 shipped from the warehouse in Ghent to the customer in Turin", 3 * kMinute);
  CHECK(test.facts().size() == 4);
}

TEST_CASE("a record that only denies what was never claimed is remembered as its text") {
  SemanticFixture test;
  test.observe("The port is not 8080", 0);
  CHECK(test.facts().count("The port is not 8080") == 1);
}

TEST_CASE("a record keeps its text if its statements contain little of it") {
  SemanticFixture test;
  test.observe("The nightly deploy of the checkout service failed twice because disk is full", 0);
  CHECK(test.facts().count("The nightly deploy of the checkout service failed twice because disk is full") == 1);
}

TEST_CASE("a state does not contradict a value") {
  SemanticFixture test;
  test.observe("api port is 8080", 0);
  test.observe("api port is open", kMinute);
  CHECK(test.fact("api port is 8080").at("current") == true);
}

TEST_CASE("a change that shows nothing new is in no completion") {
  SemanticFixture test;
  test.observe("cache host is atlas", 0, 200'000);
  test.observe("cache host is atlas", kDay, 200'000);
  CHECK(test.tick(31 * kDay).of_kind("fact").empty());
}

TEST_CASE("of many values that one turn gives the last eight are taken and the last one holds") {
  SemanticFixture test;
  model::StateExport turn = test.empty_turn(0);
  for (int i = 0; i < 30; ++i) {
    turn.observations.push_back(test.observation("api port is " + std::to_string(8000 + i)));
    turn.observations.push_back(test.observation("user likes tea" + std::to_string(i)));
  }
  test.give(turn);
  CHECK(test.facts().size() == 8 + 30);
  CHECK(test.facts().count("api port is 8021") == 0);
  CHECK(test.fact("api port is 8022").at("current") == false);
  CHECK(test.fact("api port is 8029").at("current") == true);
}

TEST_CASE("of two values that one turn gives the one with the later pointer holds") {
  SemanticFixture test;
  model::StateExport turn = test.empty_turn(0);
  turn.turn_data.user_input = "The api port is 8080.";
  turn.observations = {test.observation("api port is 9090")};
  test.give(turn);
  CHECK(test.fact("api port is 8080").at("current") == true);
  CHECK(test.fact("api port is 9090").at("current") == false);
}

}  // namespace turnstream::semantic
