// How long a turn takes, on eight partitions, phased and fused: the targets of each stage and of all together. The median
// counts, because other programs share the machine.
#include <algorithm>
#include <doctest/doctest.h>

#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

constexpr int kTimedTurns = 15;
constexpr std::int64_t kPublishMsMax = 50;
constexpr std::int64_t kAllMsMax = 3'000;
const std::map<std::string, std::int64_t> kStageMsMax{{"episodic", 500},  {"skill", 500},         {"semantic", 1'000},
                                                      {"pattern", 1'000}, {"consolidation", 500}, {"lifecycle", 200}};

/// A turn with a bit of everything.
Json busy_turn(int number) {
  const std::string name = "n" + std::to_string(number);
  Json turn = turn_of(kCast.persona, number, at(number));
  turn["turn_data"]["user_input"] = "I prefer tea with " + name + ". My cousin " + name + " moved to Porto in May.";
  turn["turn_data"]["assistant_response"] = "I booked the hotel " + name + " in Lisbon for the second week of June.";
  turn["tool_executions"] = {tool("search"), tool("read"), tool("deploy", "failure")};
  for (int i = 0; i < 10; ++i) {
    const std::string id = name + "x" + std::to_string(i);
    turn["observations"].push_back(observation(id, "Crate " + id + " waits at dock " + id));
  }
  return turn;
}

std::int64_t median(std::vector<std::int64_t> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

TEST_CASE("a turn is published and answered within the targets of each stage and of all stages") {
  const SystemClock clock;
  const auto now_ms = [&clock] { return clock.monotonic_now().value() / 1000; };
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    pipeline.drain();
    std::vector<std::int64_t> publish_ms;
    std::vector<std::int64_t> all_ms;
    for (int number = 0; number < kTimedTurns; ++number) {
      const Json turn = busy_turn(number);
      const std::int64_t begin = now_ms();
      pipeline.publish(turn);
      publish_ms.push_back(now_ms() - begin);
      pipeline.drain();
      all_ms.push_back(now_ms() - begin);
    }
    CHECK(median(publish_ms) < kPublishMsMax);
    CHECK(median(all_ms) < kAllMsMax);
    for (const auto& target : kStageMsMax) {
      const std::string& stage = target.first;
      CAPTURE(stage);
      std::vector<std::int64_t> stage_ms;
      for (const Json& completion : pipeline.completions(stage)) {
        if (!completion["turn_id"].is_null()) {
          CHECK(completion["status"] == "success");
          stage_ms.push_back(completion["duration_ms"]);
        }
      }
      REQUIRE(stage_ms.size() == kTimedTurns);
      CHECK(median(stage_ms) < target.second);
    }
  }
}

}  // namespace turnstream::scenario
