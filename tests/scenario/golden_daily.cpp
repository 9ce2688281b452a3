// What is left of the daily log, and what may still become an insight, when some turns of a session are forgotten after its flush. On
// eight partitions, phased and fused.
#include <doctest/doctest.h>

#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

constexpr const char* kCar = "My neighbour Paul sells a red car for 3000 euros.";
constexpr const char* kViolin = "I started to learn the violin in June with a teacher called Marek.";
constexpr const char* kDog = "Our dog Bruno broke his leg on Saturday and had surgery.";
constexpr const char* kThanks = "Thanks a lot!";

Json said_in(const Cast& cast, int number, const std::string& session, const std::string& user,
             const std::string& text) {
  Json turn = turn_of(cast.persona, number, at(number), session);
  turn["user_id"] = user;
  turn["turn_data"]["user_input"] = text;
  turn["turn_data"]["assistant_response"] = text == kThanks ? "You are welcome." : "Noted.";
  return turn;
}

Texts daily_lines(Pipeline& pipeline, const Cast& cast) {
  Texts lines;
  for (const auto& [id, entry] : pipeline.things("consolidation", "daily", cast.persona)) {
    for (const Json& line : entry["lines"]) {
      lines.push_back(line);
    }
  }
  return lines;
}

bool any_has(const Texts& texts, const std::string& part) {
  for (const std::string& text : texts) {
    if (text.find(part) != std::string::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE(
    "forgetting one user's turn of a flushed room leaves the lines of the other one and lets insights be made of them") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    CAPTURE(run.grouping);
    Pipeline pipeline({.grouping = run.grouping, .partitions = kPartitions});
    pipeline.publish(said_in(cast, 1, "room", "ann", kCar));
    pipeline.publish(said_in(cast, 2, "room", "bob", kViolin));
    pipeline.publish(said_in(cast, 3, "room", "bob", kDog));
    pipeline.drain();
    send(pipeline, 1, "sweep", {{"passes", {"flush"}}}, cast.persona);
    const Texts before = daily_lines(pipeline, cast);
    REQUIRE(any_has(before, kCar));
    REQUIRE(before.size() >= 2);
    send(pipeline, 2, "forget", {{"ids", Json::array({ulid(1)})}}, cast.persona);
    const Texts after = daily_lines(pipeline, cast);
    CHECK(after.size() == before.size() - 1);
    CHECK_FALSE(any_has(after, "Paul"));
    const auto entries = pipeline.things("consolidation", "daily", cast.persona);
    REQUIRE(entries.size() == 1);
    for (const Json& source : entries.begin()->second["sources"]) {
      CHECK(source["turn_id"] != ulid(1));
    }
    send(pipeline, 3, "sweep", {{"passes", {"consolidate", "topics"}}}, cast.persona);
    Texts insights;
    for (const auto& [id, insight] : pipeline.things("consolidation", "insight", cast.persona)) {
      insights.push_back(insight["summary"]);
    }
    CHECK(any_has(insights, "violin"));
    CHECK(any_has(insights, "Bruno"));
    CHECK(memories_with(pipeline, "Paul") == 0);
    check_sums(pipeline, cast.persona);
  }
}

TEST_CASE("thanks that two sessions said take nothing else of the other session with them") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    CAPTURE(run.grouping);
    Pipeline pipeline({.grouping = run.grouping, .partitions = kPartitions});
    int number = 0;
    for (const char* text : {kCar, kViolin, kDog, kThanks}) {
      pipeline.publish(said_in(cast, ++number, "s1", "ann", text));
    }
    for (const char* text : {"I work at the harbour office in Lisbon since March.", kThanks}) {
      pipeline.publish(said_in(cast, ++number, "s2", "ann", text));
    }
    pipeline.drain();
    send(pipeline, 1, "sweep", {{"passes", {"consolidate", "flush", "topics"}}}, cast.persona);
    const Texts before = daily_lines(pipeline, cast);
    REQUIRE(any_has(before, "harbour office"));
    REQUIRE(before.size() >= 3);
    send(pipeline, 2, "forget", {{"session_id", "s2"}}, cast.persona);
    const Texts after = daily_lines(pipeline, cast);
    CHECK(after.size() == before.size() - 1);
    CHECK_FALSE(any_has(after, "harbour office"));
    check_sums(pipeline, cast.persona);
  }
}

}  // namespace turnstream::scenario
