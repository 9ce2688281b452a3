#include <doctest/doctest.h>

#include "stages/consolidation/topics/topic_facts.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kSimilar = 800'000;

TopicEvent event(const std::string& id, const std::string& text, std::int64_t at, std::int64_t importance = 500'000,
                 std::int64_t count = 1) {
  return {"web", {{id, "T" + id, "s"}}, text, 0, importance, count, EventTime{at}, LogTime{at}};
}

std::vector<std::string> fact_texts(const std::vector<model::TopicFact>& facts) {
  std::vector<std::string> found;
  for (const model::TopicFact& fact : facts) {
    found.push_back(fact.text);
  }
  return found;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("equal and similar texts are one fact in the newest wording with all sources") {
  const std::vector<TopicEvent> events{
      event("a", "The build of the parser module takes nine long minutes on the small runner", 3),
      event("b", "the build of the parser module takes nine long minutes on the small runner.", 1),
      event("c", "The build of the parser module takes nine long minutes on the small runners", 5)};
  const auto facts = facts_of(events, 7, kSimilar);
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].text == "The build of the parser module takes nine long minutes on the small runners");
  REQUIRE(facts[0].sources.size() == 3);
  CHECK(facts[0].sources[2].turn_id == "Tc");
}

TEST_CASE("a negation or a number in one text alone keeps two texts apart") {
  const std::vector<TopicEvent> events{
      event("a", "The deploy of the billing service to the east region works again after the restart", 1),
      event("b", "The deploy of the billing service to the east region never works again after the restart", 2)};
  CHECK(facts_of(events, 7, kSimilar).size() == 2);
}

TEST_CASE("equal texts of two users are two facts that say whose they are") {
  std::vector<TopicEvent> events{event("a", "Ann: I moved to Porto", 1), event("b", "Ann: I moved to Porto", 2),
                                 event("c", "Ann: I moved to Porto", 3)};
  events[0].user_id = "u1";
  events[1].user_id = "u2";
  events[2].user_id = "u1";
  const auto facts = facts_of(events, 7, kSimilar);
  REQUIRE(facts.size() == 2);
  CHECK(facts[0].user_id == "u1");
  CHECK(facts[0].sources.size() == 2);
  CHECK(facts[1].user_id == "u2");
}

TEST_CASE("facts that were seen often and matter come first and then the newer ones") {
  const std::vector<TopicEvent> events{
      event("a", "Anna moved to Porto", 1, 500'000), event("b", "Ben bakes rye bread", 2, 500'000),
      event("c", "Carla repaired the pump", 3, 900'000), event("d", "Dan plays the oboe", 4, 400'000, 3)};
  CHECK(fact_texts(facts_of(events, 7, kSimilar)) ==
        Texts{"Dan plays the oboe", "Carla repaired the pump", "Ben bakes rye bread", "Anna moved to Porto"});
  CHECK(fact_texts(facts_of(events, 2, kSimilar)) == Texts{"Dan plays the oboe", "Carla repaired the pump"});
}

TEST_CASE("items that say nothing worth keeping give no fact") {
  CHECK(facts_of(std::vector<TopicEvent>{event("a", "", 1), event("b", "", 2)}, 7, kSimilar).empty());
}

TEST_CASE("texts without a letter or a digit give no fact and do not count as the same as another text") {
  std::vector<TopicEvent> events;
  for (const char* text :
       {"\U0001F389", "\u2764\uFE0F", "\U0001F44D\uFE0F", "\u200B", "#\uFE0F\u20E3", "___", "?!", " "}) {
    events.push_back(event("e", text, 1));
    events.back().value = 900;
  }
  CHECK(facts_of(events, 7, kSimilar).empty());
  events.push_back(event("a", "Ja \U0001F389", 2));
  events.back().value = 100;
  events.push_back(event("b", "42", 3));
  events.push_back(event("c", "\u732B", 4));
  CHECK(fact_texts(facts_of(events, 7, kSimilar)) == Texts{"\u732B", "42", "Ja \U0001F389"});
}

}  // namespace turnstream::consolidation
