// Whose memory recall has, page by page, and who spoke with a persona.
#include <doctest/doctest.h>

#include "recall/answers/personas.h"
#include "recall/read_model/persona_list.h"
#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

Json listed(store::MemoryStore& store, const std::string& after, const recall::PersonaPageLimits& limits = {}) {
  const auto table = store.table("recall");
  REQUIRE(table.ok());
  const auto page = recall::list_personas(store, *table, after, limits);
  REQUIRE(page.ok());
  std::string text;
  recall::append_personas(text, *page);
  return Json::parse(text);
}

std::vector<std::string> names_in(const Json& page) {
  std::vector<std::string> names;
  for (const Json& persona : page.at("personas")) {
    names.push_back(persona.at("persona_id"));
  }
  return names;
}

Json user_says(const std::string& user, const std::string& persona, int number, const std::string& text) {
  Json turn = said(persona, number, text, "Noted.");
  turn["user_id"] = user;
  return turn;
}

}  // namespace

TEST_CASE("personas are listed in order of name with counts and times and in pages of any size") {
  Pipeline pipeline({.partitions = 8});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  CHECK(listed(store, "").at("personas").empty());
  pipeline.publish(said("teacher", 1, "The api port is 8080", "Noted."));
  pipeline.publish(said("longer name", 2, "Is the bakery open?", ""));
  pipeline.publish(said("b", 3, "Is the bakery open?", "It is."));
  pipeline.publish(said("b", 4, "Until when?", "Until six."));
  pipeline.drain();
  recalled.follow();

  const std::vector<std::string> all{"b", "longer name", "teacher"};
  const Json page = listed(store, "");
  CHECK(names_in(page) == all);
  CHECK(page.at("next").is_null());
  CHECK(page.at("personas").at(0).at("messages") == 4);
  CHECK(page.at("personas").at(0).at("since") < page.at("personas").at(0).at("last"));
  CHECK(page.at("personas").at(1).at("messages") == 1);
  CHECK(page.at("personas").at(2).at("memories").get<int>() >= 1);
  for (const Json& persona : page.at("personas")) {
    const Json about = recalled.about(persona.at("persona_id"));
    std::int64_t memories = 0;
    for (const auto& [kind, count] : about.at("counts").items()) {
      memories += kind == "message" ? 0 : count.get<std::int64_t>();
    }
    CHECK(persona.at("messages") == about.at("counts").at("message"));
    CHECK(persona.at("memories") == memories);
    CHECK(persona.at("since") == about.at("since"));
  }

  const Json first = listed(store, "", {.personas = 2});
  CHECK(names_in(first) == std::vector<std::string>{"b", "longer name"});
  CHECK(first.at("next") == "longer name");
  CHECK(names_in(listed(store, "longer name", {.personas = 2})) == std::vector<std::string>{"teacher"});
  std::vector<std::string> one_by_one;
  for (Json next = ""; !next.is_null();) {
    const Json small = listed(store, next, {.rows = 1});
    REQUIRE(small.at("personas").size() == 1);
    one_by_one.push_back(small.at("personas").at(0).at("persona_id"));
    next = small.at("next");
  }
  CHECK(one_by_one == all);
}

TEST_CASE("a persona that was forgotten is not listed") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  pipeline.publish(said("helper", 1, "The api port is 8080", "Noted."));
  pipeline.publish(said("teacher", 2, "The api port is 8080", "Noted."));
  pipeline.drain();
  send(pipeline, 1, "forget", {{"all", true}, {"confirm", "helper"}});
  pipeline.drain();
  recalled.follow();
  CHECK(names_in(listed(store, "")) == std::vector<std::string>{"teacher"});
}

TEST_CASE("what is known of a persona names its users and the last one first") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  pipeline.publish(user_says("ann", "helper", 1, "Is the bakery open?"));
  pipeline.publish(user_says("ben", "helper", 2, "Is the harbour open?"));
  pipeline.publish(user_says("ann", "helper", 3, "Is the library open?"));
  pipeline.publish(said("helper", 4, "Is the theatre open?", "Noted."));
  pipeline.drain();
  recalled.follow();
  const Json about = recalled.about("helper");
  const Json& users = about.at("users");
  REQUIRE(users.size() == 2);
  CHECK(users.at(0).at("user_id") == "ann");
  CHECK(users.at(0).at("messages") == 4);
  CHECK(users.at(1).at("user_id") == "ben");
  CHECK(users.at(1).at("last") < users.at(0).at("last"));
  CHECK(about.at("cut").empty());
}

}  // namespace turnstream::scenario
