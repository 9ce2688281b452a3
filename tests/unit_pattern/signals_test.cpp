#include "stages/pattern/signals.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

using model::PatternType;

const PatternSettings kSignalDefaults;

std::vector<std::string> keys(const std::vector<Signal>& signals, PatternType type) {
  std::vector<std::string> keys;
  for (const Signal& signal : signals) {
    if (signal.type == type) {
      keys.push_back(signal.key);
    }
  }
  return keys;
}

using Keys = std::vector<std::string>;

}  // namespace

TEST_CASE_FIXTURE(PatternFixture, "a turn shows tools and sequences and its mode") {
  const auto signals = signals_of(
      turn_of({"Kafka brokers", "Kafka topics", {"Search", "read", "read", "search"}, " Code "}, 0), kSignalDefaults);
  CHECK(keys(signals, PatternType::kTool) == Keys{"search", "read"});
  CHECK(keys(signals, PatternType::kSequence) ==
        Keys{"search then read", "read then search", "search then read then search"});
  CHECK(keys(signals, PatternType::kMode) == Keys{"code"});
  CHECK(keys(signals, PatternType::kPreference).empty());
}

TEST_CASE_FIXTURE(PatternFixture, "every signal says in a phrase that stands alone what it means") {
  const auto signals =
      signals_of(turn_of({"kafka", {}, {"search", "read"}, "chat"}, 13 * 60 * kMinute + kDay), kSignalDefaults);
  Keys texts;
  for (const Signal& signal : signals) {
    texts.push_back(signal.text);
    CHECK(signal.pointer == (signal.key.find("read") == 0 ? "/tool_executions/1"
                             : signal.type == PatternType::kTool || signal.type == PatternType::kSequence
                                 ? "/tool_executions/0"
                                 : "/turn_data"));
  }
  texts.push_back(topic_signal("adoption agency", "adoption agencies").text);
  texts.push_back(time_signal({.number = 23, .first = {}}).text);
  texts.push_back(time_signal({.weekday = true, .number = 4, .first = {}}).text);
  CHECK(texts == Keys{"often uses search", "often uses read", "often uses search then read", "often works in mode chat",
                      "often talks about adoption agencies", "often active at 23:00–00:00 UTC",
                      "often active on fridays"});
}

TEST_CASE_FIXTURE(PatternFixture, "stated signals come first and have a polarity") {
  const auto signals = signals_of(turn_of({"I prefer TypeScript for large codebases"}, 0), kSignalDefaults);
  REQUIRE_FALSE(signals.empty());
  CHECK(signals[0].type == PatternType::kPreference);
  CHECK(signals[0].key == "typescript");
  CHECK(signals[0].polarity == model::Polarity::kPositive);
  CHECK(signals[0].stated());
}

TEST_CASE_FIXTURE(PatternFixture, "a text of another language states nothing and orders nothing and ends nothing") {
  turn({"I love chess. Never push on Fridays."}, 0);
  const Patterns before = patterns();
  turn({"Toujours: never push on Mondays, disait mon chef hier soir à la réunion"}, kMinute);
  turn({"Finalement je crois que: I gave up chess, disait mon frère hier soir à toute la famille"}, 2 * kMinute);
  turn({"Mon chef disait encore: you can push on Fridays again, mais personne ne voulait le croire"}, 3 * kMinute);
  CHECK(patterns().size() == before.size());
  CHECK(pattern("preference/chess").polarity == model::Polarity::kPositive);
}

TEST_CASE_FIXTURE(PatternFixture, "what a person likes and orders in German is a pattern") {
  turn({"Ich mag klassische Musik. Bitte antworte immer auf Deutsch."}, 0);
  CHECK(pattern("preference/klassische musik").text == "likes klassische musik");
  CHECK(pattern("instruction/answer language").text == "Bitte antworte immer auf Deutsch");
  turn({"Answer in English from now on."}, kMinute);
  CHECK(pattern("instruction/answer language").text == "Answer in English from now on");
}

TEST_CASE_FIXTURE(PatternFixture, "the assistant never states what the user prefers") {
  const auto signals = signals_of(turn_of({"hello", "I prefer TypeScript"}, 0), kSignalDefaults);
  CHECK(keys(signals, PatternType::kPreference).empty());
}

TEST_CASE_FIXTURE(PatternFixture, "a turn of any length stays within the bounds") {
  Said said;
  for (int i = 0; i < 500; ++i) {
    said.tools.push_back("tool" + std::to_string(i));
  }
  said.mode = std::string(10'000, 'm');
  const auto signals = signals_of(turn_of(said, 0), kSignalDefaults);
  CHECK(topic_signal(std::string(1000, 'k'), std::string(1000, 'f')).key.size() == 256);
  CHECK(keys(signals, PatternType::kTool).size() == 32);
  CHECK(keys(signals, PatternType::kSequence).size() == 32);
  CHECK(keys(signals, PatternType::kMode)[0].size() == 256);
}

}  // namespace turnstream::pattern
