// What recall says of memory that a pipeline made: which messages and memories it finds and why, and that nothing is found of
// what was forgotten.
#include <algorithm>
#include <doctest/doctest.h>

#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

}  // namespace

TEST_CASE("recall finds both sides of a turn with their reasons and what was derived from them") {
  Pipeline pipeline({.partitions = 8});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  Json turn = said("helper", 1, "My favourite colour is teal", "Teal it is, like the sea near Porto");
  turn["user_id"] = "ann";
  turn["agent_name"] = "Max";
  pipeline.publish(turn);
  pipeline.publish(said("helper", 2, "Is the bakery open?", "It opens at eight."));
  pipeline.drain();
  recalled.follow();

  const Json answer = recalled.ask({{"persona_id", "helper"}, {"query", "favourite colour"}});
  const Json& first = answer.at("results").at(0);
  CHECK(first.at("kind") == "message");
  CHECK(first.at("text") == "My favourite colour is teal");
  CHECK(first.at("speaker") == "ann");
  CHECK(first.at("user_id") == "ann");
  CHECK(first.at("id").get<std::string>().ends_with("#user"));
  CHECK(first.at("provenance").at("turn_id") == turn["turn_id"]);
  CHECK(first.at("provenance").at("pointer") == "/turn_data/user_input");
  CHECK(first.at("provenance").at("topic") == pipeline.turns_topic());
  double sum = 0;
  for (const auto& part : first.at("parts").items()) {
    sum += part.value().get<double>();
  }
  CHECK(sum == doctest::Approx(first.at("score").get<double>()).epsilon(1e-4));
  REQUIRE_FALSE(first.at("derived").empty());

  const Json derived =
      recalled.ask({{"persona_id", "helper"}, {"query", "favourite colour"}, {"kinds", {"fact", "preference"}}});
  REQUIRE_FALSE(derived.at("results").empty());
  CHECK(derived.at("results").at(0).at("sources").at(0).at("turn_id") == turn["turn_id"]);
  CHECK(derived.at("results").at(0).at("parts").contains("source"));
  CHECK(texts_of(recalled.ask({{"persona_id", "helper"}, {"query", "sea Porto"}, {"limit", 1}})) ==
        std::vector<std::string>{"Teal it is, like the sea near Porto"});
  CHECK(recalled.ask({{"persona_id", "nobody-known"}, {"query", "teal"}}).at("results").empty());
}

TEST_CASE("a message stays when the ring drops its item") {
  Pipeline pipeline(
      {.memory_settings =
           R"({"episodic":{"ring_items_max":10,"promotion_importance_min":0.9,"promotion_trigger_importance":1}})"});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  pipeline.publish(said("helper", 1, "Is the zeppelin ready?", ""));
  for (int number = 2; number < 30; ++number) {
    pipeline.publish(said("helper", number, "Is lamp number " + std::to_string(number) + " ready?", ""));
  }
  pipeline.drain();
  recalled.follow();
  const Json found = recalled.ask({{"persona_id", "helper"}, {"query", "zeppelin"}, {"limit", 1}});
  REQUIRE(found.at("results").size() == 1);
  CHECK(found.at("results").at(0).at("text") == "Is the zeppelin ready?");
  CHECK(found.at("results").at(0).at("tier") == "none");
}

TEST_CASE("a context begins with the instructions and says nothing twice") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  pipeline.publish(said("helper", 1, "Always run the tests before a release", "Noted."));
  pipeline.publish(said("helper", 2, "The api port is 8080", "I will use it."));
  pipeline.drain();
  recalled.follow();
  const std::string text = recalled.context({{"persona_id", "helper"}, {"query", ""}}).at("text");
  CHECK(text.starts_with("Instructions:\n- Always run the tests before a release ["));
  CHECK(text.find("\nKnown:\n") != std::string::npos);
  CHECK(text.find("- always run the tests") == std::string::npos);
  const Json about = recalled.about("helper");
  REQUIRE(about.at("instructions").size() == 1);
  CHECK(about.at("instructions").at(0).at("kind") == "instruction");
}

TEST_CASE("a context tells users of one name apart by their ids") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  int number = 1;
  for (const char* user : {"ann-1", "ann-2", "bob"}) {
    Json turn =
        said("helper", number, std::string("Always answer ") + (number == 1 ? "in Dutch" : "in Greek"), "Noted.");
    turn["user_id"] = user;
    turn["user_name"] = number == 3 ? "Bob" : "Ann";
    pipeline.publish(turn);
    ++number;
  }
  pipeline.drain();
  recalled.follow();
  const std::string text = recalled.context({{"persona_id", "helper"}, {"query", ""}}).at("text");
  CHECK(text.find("- Ann (ann-1): Always answer in Dutch [") != std::string::npos);
  CHECK(text.find("- Ann (ann-2): Always answer in Greek [") != std::string::npos);
  CHECK(text.find("- Bob: Always answer in Greek [") != std::string::npos);
  CHECK(text.find(" Ann (ann-2): Always answer in Greek [") != std::string::npos);
}

TEST_CASE("a context says what is known and what fits and what was said lately within its budget") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  pipeline.publish(said("helper", 1, "I prefer TypeScript for large codebases", "Noted."));
  pipeline.publish(said("helper", 2, "The api port is 8080 since Monday", "I will use it."));
  pipeline.publish(said("helper", 3, "Is the bakery open today?", "It opens at eight."));
  pipeline.drain();
  recalled.follow();

  const Json whole = recalled.context({{"persona_id", "helper"}, {"query", "which port"}});
  const std::string text = whole.at("text");
  CHECK(text.starts_with("Known:\n"));
  CHECK(text.find("\nFitting:\n") != std::string::npos);
  CHECK(text.find("The api port is 8080 since Monday") != std::string::npos);
  CHECK(text.find("TypeScript") != std::string::npos);
  CHECK(text.find("It opens at eight.") != std::string::npos);
  for (const Json& id : whole.at("ids")) {
    CHECK(text.find("[" + id.get<std::string>() + "]\n") != std::string::npos);
  }
  CHECK(std::count(text.begin(), text.end(), '[') == static_cast<std::ptrdiff_t>(whole.at("ids").size()));

  const Json small = recalled.context({{"persona_id", "helper"}, {"query", "which port"}, {"budget_chars", 300}});
  CHECK(small.at("text").get<std::string>().size() <= 300);
  CHECK(small.at("ids").size() < whole.at("ids").size());

  const Json about = recalled.about("helper");
  CHECK(about.at("counts").at("message") == 6);
  CHECK_FALSE(about.at("preferences").empty());
  CHECK(about.at("cut").empty());
  CHECK(recalled.about("unknown").at("since").is_null());
  const std::string id = whole.at("ids").at(0);
  CHECK(recalled.memory("helper", id).at("id") == id);
  CHECK(recalled.memory("other", id).is_null());
}

TEST_CASE("what is forgotten is in no answer of any moment and in no row of recall") {
  const std::string word = kNonsense;
  Pipeline pipeline({.partitions = 2});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  Json secret = said("helper", 1, "I prefer the " + word + " boat in the harbour", "The " + word + " is a good boat");
  secret["observations"] = Json::array({observation("o1", "the " + word + " port is 8080")});
  secret["observations"][0]["importance"] = .9;
  pipeline.publish(secret);
  pipeline.publish(said("helper", 2, "My sister Anna moved to Porto last month.", "Good.", "s2"));
  pipeline.drain();
  recalled.follow();
  const Json before = recalled.ask({{"persona_id", "helper"}, {"query", word}});
  REQUIRE_FALSE(before.at("results").empty());
  REQUIRE(rows_with(store, word) > 0);

  send(pipeline, 1, "forget", {{"ids", {secret["turn_id"]}}});
  recalled.follow();
  CHECK(recalled.ask({{"persona_id", "helper"}, {"query", word}}).at("results").empty());
  CHECK(rows_with(store, word) == 0);
  const Json& log = before.at("log");
  const Json past = recalled.ask(
      {{"persona_id", "helper"},
       {"query", word},
       {"as_of", std::to_string(log.at("partition").get<int>()) + "@" + std::to_string(log.at("offset").get<int>())}});
  CHECK(past.at("results").empty());
  CHECK_FALSE(recalled.ask({{"persona_id", "helper"}, {"query", "sister Anna"}}).at("results").empty());

  send(pipeline, 2, "forget", {{"all", true}, {"confirm", "helper"}});
  recalled.follow();
  CHECK(recalled.ask({{"persona_id", "helper"}, {"query", "sister Anna"}}).at("results").empty());
  CHECK(rows_with(store, "Anna") == 0);
}

TEST_CASE("a request for after_turn is answered with that turn or refused") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  const Json turn = said("helper", 1, "The api port is 8080", "Noted.");
  CHECK(recalled.refusal({{"persona_id", "helper"}, {"query", "port"}, {"after_turn", turn["turn_id"]}}) ==
        "turn_not_applied");
  pipeline.publish(turn);
  pipeline.drain();
  recalled.follow();
  const Json answer = recalled.ask({{"persona_id", "helper"}, {"query", "api port"}, {"after_turn", turn["turn_id"]}});
  CHECK(answer.at("results").at(0).at("text") == "The api port is 8080");
}

TEST_CASE("a request with a wrong member is refused with its place") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  for (const Json& wrong :
       {Json{{"query", "x"}}, Json{{"persona_id", "p"}, {"limit", 0}}, Json{{"persona_id", "p"}, {"limit", 101}},
        Json{{"persona_id", "p"}, {"limit", 1.5}}, Json{{"persona_id", "p"}, {"limit", "3"}},
        Json{{"persona_id", "p"}, {"kinds", {"memos"}}}, Json{{"persona_id", "p"}, {"since", "yesterday"}},
        Json{{"persona_id", "p"}, {"querry", "x"}}, Json{{"persona_id", "p"}, {"as_of", "0@x"}}, Json::array()}) {
    CAPTURE(wrong.dump());
    CHECK(recalled.refusal(wrong) == "bad_query");
  }
}

}  // namespace turnstream::scenario
