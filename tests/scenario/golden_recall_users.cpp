// Whose memory: two users of one persona. What each says about themselves is a memory of this user, shown with the user and found
// with him, and forgotten alone; what they say about the world is the persona's.
#include <algorithm>
#include <doctest/doctest.h>

#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

Json said_by_named(const std::string& id, const std::string& name, int number, const std::string& text) {
  Json turn = said("helper", number, text, "Noted.", "session of " + id);
  turn["user_id"] = id;
  turn["user_name"] = name;
  return turn;
}

struct TwoUsersTalk {
  TwoUsersTalk() : recalled(pipeline, store) {
    for (const Json& turn : {said_by_named("u1", "Ann", 1, "I live in Berlin. I love painting old boats."),
                             said_by_named("u2", "Bob", 2, "I live in Paris. I love painting old boats."),
                             said_by_named("u1", "Ann", 3, "The api port is 8080."),
                             said_by_named("u2", "Bob", 4, "The api port is 8080.")}) {
      turns.push_back(turn.at("turn_id"));
      pipeline.publish(turn);
    }
    pipeline.drain();
    recalled.follow();
  }

  std::vector<std::string> texts(const std::string& kind, const std::string& user = {}) {
    Json question{{"persona_id", "helper"}, {"kinds", Json::array({kind})}, {"current", true}};
    if (!user.empty()) {
      question["user_id"] = user;
    }
    std::vector<std::string> found = texts_of(recalled.ask(question));
    std::sort(found.begin(), found.end());
    return found;
  }

  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled;
  std::vector<std::string> turns;
};

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("what two users say of themselves is found for each and shown with the user") {
  TwoUsersTalk talk;
  CHECK(talk.texts("fact") == Texts{"Ann likes painting old boats", "Ann lives in Berlin",
                                    "Bob likes painting old boats", "Bob lives in Paris", "api port is 8080"});
  CHECK(talk.texts("fact", "u1") == Texts{"Ann likes painting old boats", "Ann lives in Berlin", "api port is 8080"});
  CHECK(talk.texts("preference", "u2") == Texts{"Bob likes painting old boats"});
  const Json facts = talk.recalled.ask({{"persona_id", "helper"}, {"kinds", Json::array({"fact"})}});
  for (const Json& fact : facts.at("results")) {
    const std::string text = fact.at("text");
    CHECK(fact.value("user_id", "") == (text.starts_with("Ann") ? "u1" : text.starts_with("Bob") ? "u2" : ""));
  }
  const Json message =
      talk.recalled.ask({{"persona_id", "helper"}, {"query", "Berlin"}, {"kinds", Json::array({"message"})}});
  CHECK(message.at("results").at(0).at("speaker") == "Ann");
}

TEST_CASE("about and context and timeline can be of one user") {
  TwoUsersTalk talk;
  const Json about = talk.recalled.about("helper", "u1");
  CHECK(about.at("preferences").size() == 1);
  CHECK(about.at("preferences").at(0).at("user_id") == "u1");
  CHECK(about.at("users").at(0) ==
        Json({{"user_id", "u2"}, {"user_name", "Bob"}, {"messages", 4}, {"last", about.at("users").at(0).at("last")}}));
  CHECK(talk.recalled.about("helper").at("preferences").size() == 2);

  const std::string all = talk.recalled.context({{"persona_id", "helper"}}).at("text");
  CHECK(all.find("- Ann likes painting old boats [") != std::string::npos);
  CHECK(all.find("- Bob likes painting old boats [") != std::string::npos);
  const std::string of_bob = talk.recalled.context({{"persona_id", "helper"}, {"user_id", "u2"}}).at("text");
  CHECK(of_bob.find("Bob lives in Paris") != std::string::npos);
  CHECK(of_bob.find("Ann") == std::string::npos);

  const Json timeline =
      talk.recalled.timeline({{"persona_id", "helper"}, {"user_id", "u1"}, {"kinds", Json::array({"fact"})}});
  REQUIRE(timeline.at("entries").size() == 2);
  for (const Json& entry : timeline.at("entries")) {
    CHECK(entry.at("user_id") == "u1");
  }
}

TEST_CASE("of one user nothing repeats the words of another one and orders for everyone hold") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  int number = 0;
  for (const auto& [id, name, text] :
       {std::tuple("u1", "Ann", "I planted forty tomatoes on the balcony of the office in May."),
        std::tuple("u2", "Bob", "I earn 91000 euros since the office moved to Porto in May."),
        std::tuple("u2", "Bob", "From now on never deploy on Fridays, for everyone.")}) {
    Json turn = said_by_named(id, name, ++number, text);
    turn["session_id"] = "team";
    pipeline.publish(turn);
  }
  pipeline.drain();
  send(pipeline, 1, "sweep", {{"passes", {"consolidate", "flush", "topics"}}});
  recalled.follow();
  std::size_t of_all = 0;
  for (const std::string kind : {"insight", "topic", "daily", "episode", "note"}) {
    CAPTURE(kind);
    const Json asked{{"persona_id", "helper"}, {"kinds", Json::array({kind})}};
    for (const std::string& text : texts_of(recalled.ask(asked))) {
      of_all += text.find("91000") != std::string::npos ? 1U : 0U;
    }
    Json of_ann = asked;
    of_ann["user_id"] = "u1";
    for (const std::string& text : texts_of(recalled.ask(of_ann))) {
      CHECK(text.find("91000") == std::string::npos);
    }
  }
  CHECK(of_all >= 3);
  const std::string context =
      recalled.context({{"persona_id", "helper"}, {"user_id", "u1"}, {"session_id", "other"}, {"query", ""}})
          .at("text");
  CHECK(context.find("never deploy on Fridays") != std::string::npos);
}

TEST_CASE("when the turns of one of two users are forgotten the memories of the other one stay") {
  TwoUsersTalk talk;
  send(talk.pipeline, 1, "forget", {{"ids", Json::array({talk.turns[0]})}});
  talk.recalled.follow();
  CHECK(talk.texts("fact") == Texts{"Bob likes painting old boats", "Bob lives in Paris", "api port is 8080"});
  CHECK(talk.texts("preference") == Texts{"Bob likes painting old boats"});
  CHECK(rows_with(talk.store, "Berlin") == 0);
}

}  // namespace turnstream::scenario
