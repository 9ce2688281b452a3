// Questions with conditions: the four that every agent asks, and that a small limit takes nothing away.
#include <doctest/doctest.h>

#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

Json observed_tagged(int number, const std::string& text, double importance, const std::vector<std::string>& tags) {
  Json turn = turn_of("helper", number, at(number));
  turn["observations"] = Json::array({observation("o" + std::to_string(number), text)});
  turn["observations"][0]["importance"] = importance;
  turn["observations"][0]["tags"] = tags;
  return turn;
}

Json first_of(const Json& results, std::size_t limit) {
  Json first = Json::array();
  for (std::size_t i = 0; i < limit; ++i) {
    first.push_back(results.at(i));
  }
  return first;
}

}  // namespace

TEST_CASE("the four classic questions find chat of a day and decisions and errors and what has a tag") {
  Pipeline pipeline({.partitions = 2});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  Json turn = said("helper", 1, "Important: the harbour bridge opens on Monday", "I will plan for it.");
  turn["user_direct_message"] = true;
  turn["mentioned_me"] = true;
  turn["errors"] = {"disk full on node seven"};
  turn["action_updates"] = {{{"action_id", "a1"}, {"status", "completed"}, {"result", {{"route", "north"}}}}};
  pipeline.publish(turn);
  pipeline.publish(observed_tagged(2, "The parser is written in TypeScript", .7, {"coding", "typescript"}));
  pipeline.publish(observed_tagged(3, "The typescript build takes a minute", .5, {"coding", "typescript"}));
  pipeline.publish(observed_tagged(4, "The roof was painted", .9, {"house"}));
  pipeline.drain();
  recalled.follow();
  const auto texts = [&](Json request) {
    request["persona_id"] = "helper";
    return texts_of(recalled.ask(request));
  };

  const Json chat{{"types", {"chat"}}, {"min_importance", .5}, {"limit", 50}};
  Json of_day = chat;
  of_day["since"] = "2026-01-01T00:00:00Z";
  Json of_next_day = chat;
  of_next_day["since"] = "2026-01-02T00:00:00Z";
  CHECK(texts(of_day) ==
        std::vector<std::string>{"Important: the harbour bridge opens on Monday", "I will plan for it."});
  CHECK(texts(of_next_day).empty());
  const Json decisions = texts({{"types", {"decision"}}, {"min_importance", .7}});
  REQUIRE(decisions.size() == 1);
  CHECK(decisions.at(0).get<std::string>().find("north") != std::string::npos);
  CHECK(texts({{"types", {"decision"}}, {"min_importance", .85}}).empty());
  CHECK(texts({{"types", {"error"}}, {"limit", 20}}) == std::vector<std::string>{"disk full on node seven"});
  CHECK(texts({{"kinds", {"memory"}}, {"tags", {"coding", "typescript"}}, {"min_importance", .6}, {"limit", 30}}) ==
        std::vector<std::string>{"The parser is written in TypeScript"});
}

TEST_CASE("the first results of a question with a condition are the same for every limit") {
  Pipeline pipeline({.partitions = 2});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  for (int i = 0; i < 12; ++i) {
    pipeline.publish(said("helper", i + 1, "deploy step " + std::to_string(i), "deploy ok", "d" + std::to_string(i)));
  }
  pipeline.publish(said("helper", 20, "The api port is 8080", "I will write that down for the deploy", "x"));
  pipeline.publish(said("helper", 21, "My favourite editor is vim, also for the deploy", "Noted.", "y"));
  pipeline.drain();
  recalled.follow();

  int documents = 0;
  for (const Json& condition : {Json{{"kinds", {"fact"}}}, Json{{"kinds", {"preference", "habit", "pattern"}}},
                                Json{{"kinds", {"fact", "insight"}}, {"session_id", "x"}}, Json{{"session_id", "y"}},
                                Json{{"kinds", {"fact", "message"}}}, Json{{"current", true}}}) {
    Json request = condition;
    request.update({{"persona_id", "helper"}, {"query", "deploy"}, {"limit", 100}});
    const Json all = recalled.ask(request).at("results");
    CAPTURE(condition.dump());
    for (const Json& result : all) {
      documents += result.at("kind") == "message" ? 0 : 1;
      CHECK(result.at("score").get<double>() > 0);
    }
    for (std::size_t limit = 1; limit <= all.size(); ++limit) {
      request["limit"] = limit;
      CHECK(recalled.ask(request).at("results") == first_of(all, limit));
    }
  }
  CHECK(documents > 0);
}

TEST_CASE("what is known of a persona names the lists that are cut") {
  Pipeline pipeline({.partitions = 2});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  const auto tell = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      pipeline.publish(
          said("helper", i + 1, "The port of server" + std::to_string(i) + " is " + std::to_string(8000 + i), "Ok."));
    }
    pipeline.drain();
    recalled.follow();
    return recalled.about("helper");
  };
  const Json few = tell(0, 40);
  const std::size_t facts = few.at("facts").size();
  CHECK(facts > 30);
  CHECK(few.at("cut").empty());
  const Json many = tell(40, 80);
  CHECK(many.at("facts").size() == 50);
  CHECK(many.at("cut") == Json{"facts"});
}

}  // namespace turnstream::scenario
