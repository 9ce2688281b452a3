// Recall of what no longer holds: a note whose fact has ended, and an event, which has days.
#include <algorithm>
#include <doctest/doctest.h>

#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

const std::string kBefore = "Our tickets are kept in Jira, project key HRB.";

bool has_text(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

}  // namespace

TEST_CASE("a note whose words no longer hold is recalled as ended and is not current") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  pipeline.publish(said("helper", 1, kBefore, "Noted."));
  const Json later = said("helper", 2, "We moved the tickets to Linear.", "Noted.", "s2");
  pipeline.publish(later);
  pipeline.drain();
  recalled.follow();
  Json question{{"persona_id", "helper"}, {"query", "tickets in Jira"}, {"kinds", Json::array({"note"})}};
  const Json answer = recalled.ask(question);
  for (const Json& note : answer.at("results")) {
    const bool ended = note.at("text") == kBefore;
    CHECK(note.value("current", true) == !ended);
    if (ended) {
      CHECK(note.at("validity").at(0).at("from") == note.at("time"));
      CHECK(note.at("validity").at(0).at("to") == later.at("timestamp"));
    }
  }
  CHECK(has_text(texts_of(answer), kBefore));
  question["current"] = true;
  CHECK_FALSE(has_text(texts_of(recalled.ask(question)), kBefore));
  CHECK(has_text(texts_of(recalled.ask(question)), "We moved the tickets to Linear."));

  std::vector<std::string> changes;
  const Json timeline = recalled.timeline({{"persona_id", "helper"}, {"kinds", Json::array({"note"})}});
  for (const Json& entry : timeline.at("entries")) {
    changes.push_back(std::string(entry.at("change")) + " " + std::string(entry.at("text")));
  }
  CHECK(has_text(changes, "began " + kBefore));
  CHECK(has_text(changes, "ended " + kBefore));
}

TEST_CASE("the context shows the days of an event") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  pipeline.publish(said("helper", 1, "I adopted a greyhound yesterday. I live in Porto.", "Noted."));
  pipeline.drain();
  recalled.follow();
  const std::string text = recalled.context({{"persona_id", "helper"}}).at("text");
  CHECK(text.find("user adopted a greyhound (2025-12-31) [") != std::string::npos);
  CHECK(text.find("user lives in Porto [") != std::string::npos);
}

}  // namespace turnstream::scenario
