// What recall says of memory that a pipeline made: which messages and memories it finds and why, at any moment; that a read
// model made anew is equal; and that nothing is found of what was forgotten or belongs to another persona.
#include <doctest/doctest.h>
#include <random>

#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

constexpr int kPersonas = 3;

Json said(const std::string& persona, int number, const std::string& user, const std::string& agent,
          const std::string& session = "s1") {
  Json turn = turn_of(persona, number, at(number), session);
  turn["turn_data"]["user_input"] = user;
  turn["turn_data"]["assistant_response"] = agent;
  return turn;
}

std::string persona_of(int number) {
  return "persona-" + std::to_string(number % kPersonas);
}

/// Random talk of few words, so that turns repeat each other, with facts, wishes and observations in it.
class Talk {
 public:
  explicit Talk(unsigned seed) : chance_(seed) { MESSAGE("seed " << seed); }

  Json turn(int number) {
    const std::string persona = persona_of(number);
    Json turn = said(persona, number, sentence(), any(3) == 0 ? "" : sentence(), "s" + std::to_string(any(2)));
    if (any(3) == 0) {
      turn["user_id"] = any(2) == 0 ? "ann" : "bob";
    }
    if (any(2) == 0) {
      turn["observations"] = {observation("o" + std::to_string(number), "the " + word() + " port is " + std::to_string(8000 + any(5)))};
      turn["observations"][0]["importance"] = any(2) == 0 ? .9 : .4;
    }
    if (any(4) == 0) {
      turn["tool_executions"] = {tool(word())};
    }
    return turn;
  }

  int any(int below) { return static_cast<int>(chance_() % static_cast<unsigned>(below)); }
  std::string word() {
    static const std::vector<std::string> words{"kite", "harbour", "garden", "violin", "bakery", "tunnel", "lantern", "meadow"};
    return words[static_cast<std::size_t>(any(static_cast<int>(words.size())))];
  }

 private:
  std::string sentence() {
    switch (any(5)) {
      case 0:
        return "I prefer the " + word() + " in the " + word();
      case 1:
        return "My " + word() + " is near the " + word() + " since May 2025";
      case 2:
        return "Did you see the " + word() + "?";
      case 3:
        return "hello";
      default:
        return "We painted the " + word() + " and the " + word() + " with Anna last Sunday";
    }
  }

  std::mt19937 chance_;
};

/// Small bounds, so that the ring drops items, promoted ones merge, and quotas are reached.
constexpr const char* kSmallBounds =
    R"({"episodic":{"ring_items_max":12},"lifecycle":{"long_term_items_max":20,"archived_items_max":10}})";

std::vector<Json> questions(const std::string& persona) {
  std::vector<Json> all;
  for (const std::string& text : {"painted kite", "where is my violin", "garden port", "what happened in May 2025", ""}) {
    all.push_back({{"persona_id", persona}, {"query", text}, {"limit", 30}});
  }
  all.push_back({{"persona_id", persona}, {"query", "harbour"}, {"user_id", "ann"}});
  all.push_back({{"persona_id", persona}, {"query", "bakery tunnel"}, {"kinds", {"fact", "preference", "insight"}}});
  all.push_back({{"persona_id", persona}, {"query", "lantern"}, {"min_importance", .6}, {"session_id", "s1"}});
  return all;
}

std::vector<Json> answers(Recalled& recalled, const std::string& persona) {
  std::vector<Json> all;
  for (const Json& question : questions(persona)) {
    all.push_back(recalled.ask(question));
  }
  return all;
}

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

  const Json derived = recalled.ask({{"persona_id", "helper"}, {"query", "favourite colour"}, {"kinds", {"fact", "preference"}}});
  REQUIRE_FALSE(derived.at("results").empty());
  CHECK(derived.at("results").at(0).at("sources").at(0).at("turn_id") == turn["turn_id"]);
  CHECK(derived.at("results").at(0).at("parts").contains("source"));
  CHECK(texts_of(recalled.ask({{"persona_id", "helper"}, {"query", "sea Porto"}, {"limit", 1}})) ==
        std::vector<std::string>{"Teal it is, like the sea near Porto"});
  CHECK(recalled.ask({{"persona_id", "nobody-known"}, {"query", "teal"}}).at("results").empty());
}

TEST_CASE("a message stays when the ring drops its item") {
  Pipeline pipeline({.memory_settings = R"({"episodic":{"ring_items_max":10}})"});
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

TEST_CASE("a read model that was stopped and started at any place is equal to one made in one go") {
  Pipeline pipeline({.partitions = 2, .memory_settings = kSmallBounds});
  Talk talk(20261125);
  store::MemoryStore stopped_store;
  for (int round = 0; round < 6; ++round) {
    Recalled stopped(pipeline, stopped_store);
    for (int number = round * 20; number < round * 20 + 20; ++number) {
      pipeline.publish(talk.turn(number));
    }
    pipeline.drain();
    if (round % 2 == 0) {
      stopped.follow();  // else it ends at any record
    }
  }
  pipeline.tick("2026-02-20T11:30:00Z");
  pipeline.drain();
  store::MemoryStore other_store;
  Recalled stopped(pipeline, stopped_store);
  Recalled other(pipeline, other_store);
  stopped.follow();
  other.follow();
  CHECK(stopped.digest() == other.digest());
  for (int persona = 0; persona < kPersonas; ++persona) {
    CHECK(answers(stopped, persona_of(persona)) == answers(other, persona_of(persona)));
  }
}

TEST_CASE("an index that was kept up to date answers as one that is loaded anew, and a past moment as it was then") {
  Pipeline pipeline({.partitions = 2, .memory_settings = kSmallBounds});
  Talk talk(20261126);
  store::MemoryStore store;
  Recalled kept(pipeline, store);
  struct Moment {
    std::string persona;
    std::vector<Json> answers;
  };
  std::vector<Moment> moments;
  for (int number = 0; number < 90; ++number) {
    pipeline.publish(talk.turn(number));
    if (number == 60) {
      pipeline.tick("2026-01-20T11:30:00Z");
    }
    if (number % 5 == 4) {
      pipeline.drain();
      kept.follow();
      const std::string persona = persona_of(talk.any(kPersonas));
      moments.push_back({persona, answers(kept, persona)});
      store::MemoryStore fresh_store;
      Recalled fresh(pipeline, fresh_store);
      fresh.follow();
      CHECK(answers(fresh, persona) == moments.back().answers);
    }
  }
  pipeline.tick("2026-01-25T11:30:00Z");
  pipeline.drain();
  kept.follow();
  for (const Moment& moment : moments) {
    const std::vector<Json> all = questions(moment.persona);
    for (std::size_t i = 0; i < all.size(); ++i) {
      Json question = all[i];
      const Json& log = moment.answers[i].at("log");
      question["as_of"] = std::to_string(log.at("partition").get<int>()) + "@" + std::to_string(log.at("offset").get<int>());
      CAPTURE(question.dump());
      CHECK(kept.ask(question) == moment.answers[i]);
    }
  }
}

TEST_CASE("what is forgotten is in no answer, of no moment, and in no row of recall") {
  const std::string word = "quagmarblext";
  Pipeline pipeline({.partitions = 2});
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  Json secret = said("helper", 1, "I prefer the " + word + " boat in the harbour", "The " + word + " is a good boat");
  secret["observations"] = {observation("o1", "the " + word + " port is 8080")};
  secret["observations"][0]["importance"] = .9;
  pipeline.publish(secret);
  pipeline.publish(said("helper", 2, "My sister Anna moved to Porto last month.", "Good.", "s2"));
  pipeline.drain();
  recalled.follow();
  const Json before = recalled.ask({{"persona_id", "helper"}, {"query", word}});
  REQUIRE_FALSE(before.at("results").empty());
  REQUIRE(rows_with(store, word) > 0);

  pipeline.command("helper", {{"kind", "forget"}, {"args", {{"ids", {secret["turn_id"]}}, {"session_id", nullptr}, {"all", false}, {"block", false}}}});
  pipeline.drain();
  recalled.follow();
  CHECK(recalled.ask({{"persona_id", "helper"}, {"query", word}}).at("results").empty());
  CHECK(rows_with(store, word) == 0);
  const Json& log = before.at("log");
  const Json past = recalled.ask({{"persona_id", "helper"},
                                  {"query", word},
                                  {"as_of", std::to_string(log.at("partition").get<int>()) + "@" +
                                                std::to_string(log.at("offset").get<int>())}});
  CHECK(past.at("results").empty());
  CHECK_FALSE(recalled.ask({{"persona_id", "helper"}, {"query", "sister Anna"}}).at("results").empty());

  pipeline.command("helper", {{"kind", "forget"},
                              {"args", {{"ids", Json::array()}, {"session_id", nullptr}, {"all", true}, {"block", false}, {"confirm", "helper"}}}});
  pipeline.drain();
  recalled.follow();
  CHECK(recalled.ask({{"persona_id", "helper"}, {"query", "sister Anna"}}).at("results").empty());
  CHECK(rows_with(store, "Anna") == 0);
}

TEST_CASE("answers about a persona are the same with and without the turns of others") {
  Pipeline alone;
  Pipeline together;
  store::MemoryStore alone_store;
  store::MemoryStore together_store;
  Recalled one(alone, alone_store);
  Recalled both(together, together_store);
  Talk talk(20261127);
  for (int number = 0; number < 60; ++number) {
    const Json turn = talk.turn(number);
    together.publish(turn);
    if (turn["agent_id"] == persona_of(0)) {
      alone.publish(turn);
    }
  }
  alone.drain();
  together.drain();
  one.follow();
  both.follow();
  for (const Json& question : questions(persona_of(0))) {
    CAPTURE(question.dump());
    CHECK(texts_of(one.ask(question)) == texts_of(both.ask(question)));
  }
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
        Json{{"persona_id", "p"}, {"kinds", {"memos"}}}, Json{{"persona_id", "p"}, {"since", "yesterday"}},
        Json{{"persona_id", "p"}, {"querry", "x"}}, Json{{"persona_id", "p"}, {"as_of", "0@x"}}, Json::array()}) {
    CAPTURE(wrong.dump());
    CHECK(recalled.refusal(wrong) == "bad_query");
  }
}

}  // namespace turnstream::scenario
