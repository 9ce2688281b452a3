#include <doctest/doctest.h>

#include "pipeline/codec/ids.h"
#include "stages/pattern/pattern_stage.h"
#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

using Upstream = std::vector<std::string>;

}  // namespace

TEST_CASE("the stage is of phase 2 behind episodic and skill") {
  const auto stage = make_pattern_stage();
  CHECK(stage->info().name == "pattern");
  CHECK(stage->info().phase == 2);
  CHECK(stage->info().upstream == Upstream{"episodic", "skill"});
  CHECK_FALSE(stage->info().admits);
}

TEST_CASE_FIXTURE(PatternFixture, "a first turn that states a preference adds that and nothing else") {
  const auto outcome = turn({"I prefer TypeScript for large codebases", "Noted.", {"grep"}}, 0);
  CHECK(outcome.added() == 1);
  CHECK(outcome.processed == 2);
  const model::Pattern& preference = pattern("preference/typescript");
  CHECK(preference.id == "541d0125-c043-5d36-a218-9a0f8780b922");
  CHECK(preference.confidence == 700'000);
  CHECK(preference.text == "prefers typescript for large codebases");
  CHECK(preference.sources.size() == 1);
  CHECK(preference.sources[0].id == to_string(codec::memory_id("helper", "turn 1", "/turn_data")));
  REQUIRE(outcome.of_kind("stats").size() == 1);
  CHECK(outcome.of_kind("stats")[0].value ==
        R"({"kind":"stats","id":"patterns","persona_id":"helper","patterns":1,"stated":1})");
}

TEST_CASE_FIXTURE(PatternFixture, "a habit stated on three days is one habit with rising confidence") {
  const std::int64_t confidences[] = {600'000, 680'000, 744'000};
  for (int day = 0; day < 3; ++day) {
    const auto outcome = turn({"always run the tests"}, day * kDay);
    int habits = 0;
    for (const auto& [key, pattern] : patterns()) {
      if (pattern.type == model::PatternType::kHabit) {
        CHECK(pattern.confidence == confidences[day]);
        CHECK(pattern.occurrences == day + 1);
        ++habits;
      }
    }
    CHECK(habits == 1);
    CHECK(outcome.removed() == 0);
  }
}

TEST_CASE_FIXTURE(PatternFixture,
                  "a signal in three turns becomes a pattern of .5 and its confidence rises after that") {
  for (int i = 0; i < 2; ++i) {
    CHECK(turn({"kafka " + std::to_string(i), {}, {"search", "read"}, "code"}, i * kMinute).added() == 0);
  }
  const auto outcome = turn({"Kafka!", {}, {"search", "read"}, "code"}, kDay);
  CHECK(outcome.added() == 5);
  for (const char* key : {"topic/kafka", "tool/search", "tool/read", "sequence/search then read", "mode/code"}) {
    CAPTURE(key);
    REQUIRE(has(key));
    CHECK(pattern(key).confidence == 500'000);
    CHECK(pattern(key).occurrences == 3);
    CHECK(pattern(key).first_seen == EventTime{kStart});
  }
  CHECK(pattern("tool/read").sources.size() == 3);
  CHECK(pattern("tool/read").sources[2].id == to_string(codec::memory_id("helper", "turn 3", "/tool_executions/1")));
  CHECK(turn({"about kafka"}, kDay + kMinute).updated() == 1);
  CHECK(pattern("topic/kafka").confidence == 600'000);
}

TEST_CASE_FIXTURE(PatternFixture,
                  "an hour and a weekday that have more than an even share of twenty turns become patterns") {
  for (int week = 0; week < 5; ++week) {
    for (int i = 0; i < 5; ++i) {
      turn({""}, week * 7 * kDay + i * kMinute);
    }
    CHECK(has("time/hour 10") == (week == 4));
    CHECK(has("time/thursday") == (week == 4));
  }
  CHECK(pattern("time/hour 10").text == "often active at 10:00–11:00 UTC");
  CHECK(pattern("time/hour 10").occurrences == 5);
  CHECK(pattern("time/hour 10").confidence == 500'000);
  CHECK(pattern("time/hour 10").first_seen == EventTime{kStart});
  CHECK(pattern("time/hour 10").sources.size() == 4);
  CHECK(turn({""}, 5 * 7 * kDay).updated() == 2);
  CHECK(pattern("time/thursday").confidence == 600'000);
  CHECK(turn({""}, 5 * 7 * kDay + kMinute).changes.empty());
}

TEST_CASE_FIXTURE(PatternFixture, "a person who is active each day has no weekday and at all hours no hour") {
  for (int hour = 0; hour < 24 * 40; ++hour) {
    turn({""}, hour * 60 * kMinute);
  }
  CHECK(patterns().empty());
}

TEST_CASE_FIXTURE(PatternFixture, "a word of one session on one day needs twice as many turns") {
  for (int i = 0; i < 6; ++i) {
    turn({"the kafka broker"}, i * kMinute);
    CHECK(has("topic/kafka broker") == (i == 5));
  }
  for (int i = 0; i < 3; ++i) {
    Said said{"a yoga mat"};
    said.session = i < 2 ? "s2" : "s3";
    turn(said, i * kMinute);
    CHECK(has("topic/yoga mat") == (i == 2));
  }
}

TEST_CASE_FIXTURE(PatternFixture, "a term of two words is preferred to the words in it") {
  for (int i = 0; i < 6; ++i) {
    turn({"The adoption agency called", "An adoption agency again?"}, i * kMinute);
  }
  CHECK(pattern("topic/adoption agency").text == "often talks about adoption agency");
  CHECK_FALSE(has("topic/adoption"));
  CHECK_FALSE(has("topic/agency"));
}

TEST_CASE_FIXTURE(PatternFixture, "a topic is shown as it is mostly written") {
  int day = 0;
  for (const char* text : {"Toyotas are loud", "my Toyotas", "new Toyotas", "a Toyota and two Toyotas"}) {
    turn({text}, day++ * kDay);
  }
  CHECK(pattern("topic/toyota").text == "often talks about Toyotas");
}

TEST_CASE_FIXTURE(PatternFixture, "the words of an image and the names of both speakers are not topics") {
  for (int i = 0; i < 4; ++i) {
    Said said{"Hi Helper [image: a turtle]", "Hi Ann, hi Annabel"};
    said.user_id = "u1";
    said.user_name = "Annabel";
    turn(said, i * kMinute);
  }
  CHECK(patterns().empty());
}

TEST_CASE_FIXTURE(PatternFixture, "an opposite statement gives one preference with the other polarity") {
  turn({"I love tabs"}, 0);
  const auto outcome = turn({"I hate tabs"}, kMinute);
  CHECK(outcome.updated() == 1);
  CHECK(pattern("preference/tabs").polarity == model::Polarity::kNegative);
  CHECK(late_turn({"I love tabs"}, -kMinute, 2 * kMinute).updated() == 0);
  CHECK(pattern("preference/tabs").polarity == model::Polarity::kNegative);
}

TEST_CASE_FIXTURE(PatternFixture, "the timer decays idle patterns until they are removed") {
  turn({"I love tabs"}, 0);
  CHECK(tick(30 * kDay - 1).changes.empty());
  CHECK(tick(30 * kDay).updated() == 1);
  CHECK(pattern("preference/tabs").confidence == 665'000);
  CHECK(pattern("preference/tabs").evolution.back() == model::ScorePoint{EventTime{kStart + 30 * kDay}, 665'000});
  const auto outcome = tick(25 * 30 * kDay);
  CHECK(outcome.removed() == 1);
  CHECK(outcome.of_kind("stats")[0].op == model::ChangeOp::kDelete);
  CHECK(patterns().empty());
  CHECK(driver().timers("helper").empty());
}

TEST_CASE_FIXTURE(PatternFixture, "records that are neither a turn nor a forget change nothing") {
  turn({"I love tabs"}, 0);
  const auto rows = driver().rows("helper");
  CHECK(driver().command("helper", "unforget", R"({"args":{"all":true}})", LogTime{kStart}).changes.empty());
  CHECK(driver().command("helper", "sweep", "{}", LogTime{kStart}).changes.empty());
  CHECK(driver().rows("helper") == rows);
}

}  // namespace turnstream::pattern
