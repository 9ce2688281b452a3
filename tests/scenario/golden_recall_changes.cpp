// Recall beyond the query: how memories changed, what is similar or related, and that what recall showed confirms nothing.
#include <algorithm>
#include <doctest/doctest.h>

#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

std::vector<std::string> changes_in(const Json& timeline) {
  std::vector<std::string> changes;
  for (const Json& entry : timeline.at("entries")) {
    changes.push_back(entry.at("change").get<std::string>() + " " + entry.at("text").get<std::string>());
  }
  return changes;
}

std::string place_of(const Json& log) {
  return std::to_string(log.at("partition").get<int>()) + "@" + std::to_string(log.at("offset").get<int>());
}

Json observed_important(int number, const std::string& content) {
  Json turn = said("helper", number, "Is the kettle on?", "");
  turn["observations"] = Json::array({observation("o" + std::to_string(number), content)});
  turn["observations"][0]["importance"] = .9;
  return turn;
}

/// The confidence of each fact, preference and habit.
std::map<std::string, double> confidences(Pipeline& pipeline, const std::string& persona) {
  std::map<std::string, double> all;
  for (const auto& [id, fact] : pipeline.things("semantic", "fact", persona)) {
    all[id] = fact.at("confidence");
  }
  for (const auto& [id, pattern] : pipeline.things("pattern", "pattern", persona)) {
    if (pattern.at("type") == "preference" || pattern.at("type") == "habit") {
      all[id] = pattern.at("confidence");
    }
  }
  return all;
}

}  // namespace

TEST_CASE("a timeline tells when a fact began and ended and each entry names the moment from which recall says so") {
  Pipeline pipeline({.partitions = 2});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  pipeline.publish(observed_important(1, "the api port is 8080"));
  pipeline.publish(said("helper", 2, "Is the bakery open?", "It opens at eight."));
  pipeline.publish(observed_important(3, "the api port is 9090"));
  pipeline.drain();
  recalled.follow();

  const Json timeline = recalled.timeline({{"persona_id", "helper"}, {"kinds", {"fact"}}});
  const std::vector<std::string> changes = changes_in(timeline);
  const auto index_of = [&](const std::string& change, const std::string& value) {
    const auto found = std::find_if(changes.begin(), changes.end(), [&](const std::string& one) {
      return one.starts_with(change) && one.find(value) != std::string::npos;
    });
    REQUIRE(found != changes.end());
    return static_cast<std::size_t>(found - changes.begin());
  };
  const std::size_t began = index_of("began", "8080");
  const std::size_t ended = index_of("ended", "8080");
  const std::size_t replaced = index_of("began", "9090");
  CHECK(began < ended);
  CHECK(ended < replaced);
  const Json& entries = timeline.at("entries");
  CHECK(entries.at(ended).at("time") == entries.at(replaced).at("time"));
  // At the place of the entry the fact no longer holds; one record before, it does.
  Json question{{"persona_id", "helper"}, {"query", "api port 8080"}, {"kinds", {"fact"}}, {"limit", 1}};
  Json place = entries.at(ended).at("log");
  question["as_of"] = place_of(place);
  CHECK(recalled.ask(question).at("results").at(0).at("current") == false);
  place["offset"] = place["offset"].get<int>() - 1;
  question["as_of"] = place_of(place);
  CHECK(recalled.ask(question).at("results").at(0).at("current") == true);

  CHECK(changes_in(recalled.timeline({{"persona_id", "helper"}, {"query", "api port"}, {"kinds", {"fact"}}})).size() >=
        3);
  const std::string id = entries.at(ended).at("id");
  const Json its_timeline = recalled.timeline({{"persona_id", "helper"}, {"id", id}});
  for (const Json& entry : its_timeline.at("entries")) {
    CHECK(entry.at("id") == id);
  }
  Json past{{"persona_id", "helper"}, {"kinds", {"fact"}}};
  past["as_of"] = place_of(place);
  for (const std::string& change : changes_in(recalled.timeline(past))) {
    CHECK(change.find("9090") == std::string::npos);
    CHECK_FALSE(change.starts_with("ended"));
  }
  const Json none = recalled.timeline({{"persona_id", "helper"}, {"kinds", {"fact"}}, {"until", at(0)}});
  CHECK(none.at("entries").empty());
}

TEST_CASE("a timeline has no trace of what was forgotten") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  const Json turn = observed_important(1, "the " + kNonsense + " port is 8080");
  pipeline.publish(turn);
  pipeline.drain();
  recalled.follow();
  REQUIRE(recalled.timeline({{"persona_id", "helper"}, {"kinds", {"fact"}}}).dump().find(kNonsense) !=
          std::string::npos);
  send(pipeline, 1, "forget", {{"ids", {turn["turn_id"]}}});
  recalled.follow();
  CHECK(recalled.timeline({{"persona_id", "helper"}, {"kinds", {"fact"}}}).dump().find(kNonsense) == std::string::npos);
}

TEST_CASE("a timeline says when a memory left and that it came back") {
  Pipeline pipeline({.memory_settings = R"({"pattern":{"patterns_max":1}})"});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  constexpr int kTurns = 4;
  for (int number = 0; number < kTurns; ++number) {
    Json turn = turn_of("helper", number + 1, at(25 * number, 0, 0));
    turn["turn_data"]["user_input"] =
        number % 2 == 0 ? "I prefer TypeScript for large codebases" : "I prefer coffee in the morning";
    pipeline.publish(turn);
  }
  pipeline.drain();
  recalled.follow();
  const Json timeline = recalled.timeline({{"persona_id", "helper"}, {"kinds", {"preference"}}});
  std::vector<std::string> typescript;
  for (const Json& entry : timeline.at("entries")) {
    if (entry.at("text").get<std::string>().find("prefers typescript") != std::string::npos) {
      typescript.push_back(entry.at("change").get<std::string>() + " " + entry.at("time").get<std::string>());
    }
  }
  CHECK(typescript == std::vector<std::string>{"began 2026-01-01T10:00:00.000Z", "removed 2026-01-02T11:00:00.000Z",
                                               "began 2026-01-03T12:00:00.000Z", "removed 2026-01-04T13:00:00.000Z"});
  // As of the time of an entry memory is as the entry says.
  Json question{{"persona_id", "helper"}, {"query", "typescript"}, {"kinds", {"preference"}}};
  question["as_of"] = "2026-01-02T11:00:00Z";
  CHECK(recalled.ask(question).dump().find("prefers typescript") == std::string::npos);
  question["as_of"] = "2026-01-02T10:59:59Z";
  CHECK(recalled.ask(question).dump().find("prefers typescript") != std::string::npos);
  const Json part = recalled.timeline({{"persona_id", "helper"},
                                       {"kinds", {"preference"}},
                                       {"since", "2026-01-02T11:00:00Z"},
                                       {"until", "2026-01-02T11:00:01Z"}});
  CHECK(changes_in(part).size() == 2);
  const Json newest = recalled.timeline({{"persona_id", "helper"}, {"kinds", {"preference"}}, {"limit", 2}});
  CHECK(newest.at("entries").at(1) == timeline.at("entries").back());
  CHECK(newest.at("entries").size() == 2);
}

TEST_CASE("similar finds what says nearly the same as a text or a memory and related what belongs to a user") {
  Pipeline pipeline({.partitions = 2});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  Json first = said("helper", 1, "We painted the old fishing boat in the harbour", "Which colour did it get?");
  first["user_id"] = "ann";
  pipeline.publish(first);
  pipeline.publish(said("helper", 2, "Is the bakery open today?", "It opens at eight.", "s2"));
  Json third = said("helper", 3, "The boat in the harbour needs new paint", "I will order paint.", "s3");
  third["user_id"] = "bob";
  pipeline.publish(third);
  pipeline.drain();
  recalled.follow();

  const Json by_text =
      recalled.similar({{"persona_id", "helper"}, {"text", "painting a boat"}, {"kinds", {"message"}}, {"limit", 2}});
  REQUIRE(by_text.at("results").size() == 2);
  for (const std::string& text : texts_of(by_text)) {
    CHECK(text.find("boat") != std::string::npos);
  }
  const std::string id = by_text.at("results").at(0).at("id");
  const Json by_id = recalled.similar({{"persona_id", "helper"}, {"id", id}, {"kinds", {"message"}}, {"limit", 1}});
  REQUIRE(by_id.at("results").size() == 1);
  CHECK(by_id.at("results").at(0).at("id") == by_text.at("results").at(1).at("id"));

  const Json related = recalled.related({{"persona_id", "helper"}, {"user_id", "ann"}, {"kinds", {"message"}}});
  CHECK(texts_of(related) ==
        std::vector<std::string>{"Which colour did it get?", "We painted the old fishing boat in the harbour"});
  CHECK(recalled.related({{"persona_id", "helper"}, {"user_id", "unknown"}}).at("results").empty());
}

TEST_CASE("a context names the open sessions") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  pipeline.publish(said("helper", 1, "Is the bakery open?", "It opens at eight.", "old"));
  Json later = turn_of("helper", 2, at(2, 0, 0), "new");
  later["turn_data"]["user_input"] = "Is the library open?";
  pipeline.publish(later);
  pipeline.drain();
  recalled.follow();
  const std::string text = recalled.context({{"persona_id", "helper"}}).at("text");
  CHECK(text.find(
            "Open sessions:\n- session new: 1 message since 2026-01-01 12:00, the last one at 2026-01-01 12:00\n") !=
        std::string::npos);
  CHECK(text.find("session old") == std::string::npos);
  const std::string of_ann = recalled.context({{"persona_id", "helper"}, {"user_id", "ann"}}).at("text");
  CHECK(of_ann.find("session") == std::string::npos);
}

TEST_CASE("a context does not say twice what a fact and a preference both say") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  pipeline.publish(said("helper", 1, "I love painting old boats", "Nice."));
  pipeline.drain();
  recalled.follow();
  const Json all = recalled.ask({{"persona_id", "helper"}, {"kinds", {"fact", "preference"}}});
  REQUIRE(all.at("results").size() == 2);
  const std::string text = recalled.context({{"persona_id", "helper"}}).at("text");
  const std::string known = text.substr(0, text.find("\n\n"));
  CHECK(std::count(known.begin(), known.end(), '\n') == 1);
}

TEST_CASE("what a context showed and the agent says again with its ids confirms nothing") {
  Pipeline pipeline({.partitions = 2});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  // The same words in the same session.
  const auto learn = [&](const std::string& persona, int number, const Json& recalled_ids) {
    Json turn = said("helper", number, "I prefer TypeScript for large codebases", "The api port is 9090.");
    turn["agent_id"] = persona;
    turn["observations"] = Json::array({observation("o" + std::to_string(number), "the api port is 9090")});
    turn["observations"][0]["confidence"] = .6;
    if (!recalled_ids.empty()) {
      turn["metadata"]["memories_recalled"] = recalled_ids;
    }
    pipeline.publish(turn);
  };
  learn("helper", 1, Json::array());
  learn("teacher", 2, Json::array());
  pipeline.drain();
  recalled.follow();
  const Json context = recalled.context({{"persona_id", "helper"}, {"query", "which api port and language"}});
  REQUIRE_FALSE(context.at("ids").empty());
  const std::map<std::string, double> before = confidences(pipeline, "helper");
  const std::map<std::string, double> other_before = confidences(pipeline, "teacher");
  REQUIRE_FALSE(before.empty());
  for (int number = 5; number < 25; ++number) {
    learn("helper", number * 2, context.at("ids"));
    learn("teacher", number * 2 + 1, Json::array());
  }
  pipeline.drain();
  CHECK(confidences(pipeline, "helper") == before);
  // Without the ids the same words confirm.
  CHECK(confidences(pipeline, "teacher") != other_before);
}

}  // namespace turnstream::scenario
