// Recall over random talk: a read model that is made again, or was stopped at any record, is equal; an index that was kept up to
// date answers as one that is loaded; a past moment is as it was; the turns of other personas change nothing.
#include <doctest/doctest.h>
#include <random>

#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

constexpr int kPersonas = 3;

std::string persona_of(int number) {
  return "persona-" + std::to_string(number % kPersonas);
}

/// Random talk of few words, so that turns repeat each other, with facts, wishes and observations in it.
class RandomTalk {
 public:
  explicit RandomTalk(unsigned seed) : chance_(seed) { MESSAGE("seed " << seed); }

  Json turn(int number) {
    const std::string persona = persona_of(number);
    Json turn = turn_of(persona, number, at(number), "s" + std::to_string(any(2)));
    turn["turn_data"]["user_input"] = sentence();
    turn["turn_data"]["assistant_response"] = any(3) == 0 ? "" : sentence();
    if (any(3) == 0) {
      turn["user_id"] = any(2) == 0 ? "ann" : "bob";
    }
    if (any(2) == 0) {
      turn["observations"] = Json::array(
          {observation("o" + std::to_string(number), "the " + word() + " port is " + std::to_string(8000 + any(5)))});
      turn["observations"][0]["importance"] = any(2) == 0 ? .9 : .4;
    }
    if (any(4) == 0) {
      turn["tool_executions"] = Json::array({tool(word())});
    }
    return turn;
  }

  int any(int below) { return static_cast<int>(chance_() % static_cast<unsigned>(below)); }
  std::string word() {
    static const std::vector<std::string> words{"kite",   "harbour", "garden",  "violin",
                                                "bakery", "tunnel",  "lantern", "meadow"};
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
  for (const std::string text :
       {"painted kite", "where is my violin", "garden port", "what happened in May 2025", ""}) {
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

TEST_CASE("a read model that was stopped and started at any place is equal to one made in one go") {
  Pipeline pipeline({.partitions = 2, .memory_settings = kSmallBounds});
  RandomTalk talk(20261125);
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

TEST_CASE("rows that another version of the program wrote are made again from the topics") {
  Pipeline pipeline({.partitions = 2});
  RandomTalk talk(20261127);
  for (int number = 0; number < 12; ++number) {
    pipeline.publish(talk.turn(number));
  }
  pipeline.drain();
  store::MemoryStore store;
  std::string digest;
  {
    Recalled recalled(pipeline, store);
    recalled.follow();
    digest = recalled.digest();
  }
  const auto table = store.table("recall");
  REQUIRE(table.ok());
  std::string document;
  REQUIRE(store
              .scan(*table, "D", "E",
                    [&](std::string_view key, std::string_view) {
                      document = key;
                      return false;
                    })
              .ok());
  REQUIRE_FALSE(document.empty());
  const auto batch = store.make_batch();
  batch->put(*table, "F", "1");
  batch->put(*table, document, "a row of another form");
  batch->put(*table, document + "0", "one that there no longer is");
  REQUIRE(store.write(*batch).ok());
  Recalled again(pipeline, store);
  again.follow();
  CHECK(again.digest() == digest);
  CHECK(rows_with(store, "one that there") == 0);
}

TEST_CASE("an index that was kept up to date answers as one that is made again and of a past moment as it was then") {
  Pipeline pipeline({.partitions = 2, .memory_settings = kSmallBounds});
  RandomTalk talk(20261126);
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
      question["as_of"] =
          std::to_string(log.at("partition").get<int>()) + "@" + std::to_string(log.at("offset").get<int>());
      CAPTURE(question.dump());
      CHECK(kept.ask(question) == moment.answers[i]);
    }
  }
}

TEST_CASE("a past moment after n turns answers as a pipeline that got the first n turns alone") {
  constexpr int kTurns = 80;
  const int moments = cheap_pipelines() ? 50 : 3;
  Pipeline whole({.partitions = 2, .memory_settings = kSmallBounds});
  RandomTalk talk(20261128);
  std::vector<Json> turns;
  for (int number = 0; number < kTurns; ++number) {
    turns.push_back(talk.turn(number));
    whole.publish(turns.back());
  }
  whole.drain();
  store::MemoryStore whole_store;
  Recalled past(whole, whole_store);
  past.follow();
  for (int moment = 0; moment < moments; ++moment) {
    const int count = 1 + talk.any(kTurns);
    Pipeline first({.partitions = 2, .memory_settings = kSmallBounds});
    for (int number = 0; number < count; ++number) {
      first.publish(turns[static_cast<std::size_t>(number)]);
    }
    first.drain();
    store::MemoryStore first_store;
    Recalled then(first, first_store);
    then.follow();
    const std::string persona = persona_of(talk.any(kPersonas));
    for (Json question : questions(persona)) {
      CAPTURE(question.dump());
      CAPTURE(count);
      const Json expected = then.ask(question).at("results");
      question["as_of"] = at(count - 1);
      Json results = past.ask(question).at("results");
      for (Json& result : results) {
        if (result.contains("provenance") && result["provenance"].contains("topic")) {
          result["provenance"]["topic"] = first.turns_topic();
        }
      }
      CHECK(results == expected);
    }
  }
}

TEST_CASE("answers about a persona are the same with and without the turns of others") {
  Pipeline alone;
  Pipeline together;
  store::MemoryStore alone_store;
  store::MemoryStore together_store;
  Recalled one(alone, alone_store);
  Recalled both(together, together_store);
  RandomTalk talk(20261127);
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

}  // namespace turnstream::scenario
