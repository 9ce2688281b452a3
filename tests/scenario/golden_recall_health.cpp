// What recall says of itself while a stage does not run: answers name the stage, and memory has what all stages have answered.
#include <chrono>
#include <doctest/doctest.h>

#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::milliseconds kStep{100};
constexpr int kStepsMax = 600;
constexpr log::milliseconds kHealthTimeout{30'000};

Json said_to_helper(int number, const std::string& user) {
  Json turn = turn_of("helper", number, at(number), "s1");
  turn["turn_data"]["user_input"] = user;
  return turn;
}

}  // namespace

TEST_CASE("answers name a stage that does not run and have all when it has answered") {
  Pipeline pipeline({.stages_max = 5});
  const std::string lifecycle = pipeline.names().completions("lifecycle");
  REQUIRE(scenario_client().admin().create_topics(std::vector<log::TopicSpec>{{lifecycle, 1}}, kHealthTimeout).ok());
  store::MemoryStore store;
  ManualClock clock{WallTime{0}};
  Recalled recalled(pipeline, store, {}, &clock);
  pipeline.publish(said_to_helper(1, "The zeppelin is ready"));
  pipeline.drain();
  for (int step = 0; step < kStepsMax && recalled.feed().waits_for(Partition{0}).empty(); ++step) {
    clock.advance_ms(11'000);
    REQUIRE(recalled.feed().follow(kStep, std::stop_token()).ok());
  }
  const Json waiting = recalled.ask({{"persona_id", "helper"}, {"query", "zeppelin"}});
  CHECK(waiting.at("waits_for") == Json{"lifecycle"});
  CHECK(waiting.at("results").empty());

  pipeline.add_stages();
  pipeline.drain();
  recalled.follow();
  const Json whole = recalled.ask({{"persona_id", "helper"}, {"query", "zeppelin"}});
  CHECK_FALSE(whole.contains("waits_for"));
  CHECK(whole.at("results").at(0).at("text") == "The zeppelin is ready");
}

}  // namespace turnstream::scenario
