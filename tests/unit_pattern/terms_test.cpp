#include "stages/pattern/terms.h"

#include <array>
#include <doctest/doctest.h>

#include "stages/pattern/chosen_terms.h"

namespace turnstream::pattern {
namespace {

using Texts = std::vector<std::string>;

TurnTerms read(std::vector<std::string_view> texts, const TermBounds& bounds = {}) {
  return terms_of(texts, std::array<std::string_view, 2>{"Melanie Smith", "helper"}, bounds);
}

Texts keys_in(std::string_view text, const TermBounds& bounds = {}) {
  Texts keys;
  for (const TermUse& use : read({text}, bounds).uses) {
    keys.push_back(use.key);
  }
  return keys;
}

Texts forms_in(std::string_view text) {
  Texts forms;
  for (const TermUse& use : read({text}).uses) {
    forms.push_back(use.form);
  }
  return forms;
}

}  // namespace

TEST_CASE("what people talk about is a term and what they say of it is not") {
  CHECK(keys_in("We really enjoyed the wedding yesterday, such an amazing week!") == Texts{"wedding"});
  CHECK(keys_in("Thanks for sharing these thoughts about things.").empty());
  CHECK(keys_in("The kafka server crashed again") == Texts{"kafka", "kafka server", "server"});
}

TEST_CASE("an activity and its short word are one term and each keeps its form") {
  CHECK(keys_in("hiking and a hike") == Texts{"hike", "hike"});
  CHECK(forms_in("hiking and a hike") == Texts{"hiking", "hike"});
  CHECK(keys_in("fishing with a fish") == Texts{"fishing", "fish"});
  const auto uses = read({"hiking and a hike"}).uses;
  CHECK(uses[0].per_billion >= uses[1].per_billion);
}

TEST_CASE("two adjacent words are a term if one of them can be a topic and both can be part of one") {
  CHECK(keys_in("my mental health") == Texts{"mental health", "health"});
  CHECK(keys_in("an adoption agency and adoption agencies") ==
        Texts{"adoption", "adoption agency", "agency", "adoption", "adoption agency", "agency"});
  CHECK(keys_in("a support group").empty());
  CHECK(keys_in("an amazing wedding") == Texts{"wedding"});
  CHECK(keys_in("pottery. Wedding") == Texts{"pottery", "wedding"});
  CHECK(keys_in("a video-game tournament") == Texts{"video game", "game", "game tournament", "tournament"});
}

TEST_CASE("the form is as written but a capital of the sentence is not") {
  CHECK(forms_in("Pottery is fun. My Pottery, PIZZA and LGBTQ, and Toyota") ==
        Texts{"pottery", "Pottery", "PIZZA", "LGBTQ", "Toyota"});
  CHECK(forms_in("Brokers fail.") == Texts{"brokers"});
  CHECK(keys_in("Brokers fail.") == Texts{"broker"});
}

TEST_CASE("names need their capital and names of speakers are not terms") {
  CHECK(keys_in("a samsung").empty());
  CHECK(keys_in("a Samsung") == Texts{"samsung"});
  CHECK(keys_in("thank you Melanie and Mel, says Smith to the Helper").empty());
  CHECK(keys_in("Melania") == Texts{"melania"});
}

TEST_CASE("a word that says nothing alone can be part of a name") {
  CHECK(keys_in("a Harry Potter fan") == Texts{"harry potter", "potter", "potter fan"});
  CHECK(keys_in("that Harry called") == Texts{});
  CHECK(keys_in("on Monday Kafka failed") == Texts{"kafka"});
}

TEST_CASE("captions and masked secrets and code and quoted lines are not read") {
  CHECK(keys_in("look [image: a turtle on a beach] pottery") == Texts{"pottery"});
  CHECK(keys_in("[masked:password] pottery") == Texts{"pottery"});
  CHECK(keys_in("> pottery\nwedding\n```\nturtle\n```\nkafka") == Texts{"wedding", "kafka"});
  CHECK(keys_in("[image: a turtle").empty());
}

TEST_CASE("parts of paths and addresses and ids are not terms") {
  CHECK(keys_in("see https://example.com/turtle and /etc/kafka/server.yaml").empty());
  CHECK(keys_in("write to turtle@example.com about server_port 8080 and e5f6a7b8").empty());
  CHECK(keys_in("turnCount of python3") == Texts{"python3"});
  CHECK(keys_in("*kafka* and `kafka`") == Texts{"kafka", "kafka"});
}

TEST_CASE("a possessive is a word but not part of a pair and other contractions are nothing") {
  CHECK(keys_in("the turtle's tank") == Texts{"turtle", "tank"});
  CHECK(keys_in("don't y'all").empty());
}

TEST_CASE("in a text of another language only what has a capital inside a sentence is a term") {
  CHECK(keys_in("je voudrais un pain au chocolat pour demain matin").empty());
  CHECK(keys_in("ich fahre morgen mit der Bahn nach Potsdam zum Bahnhof") == Texts{"bahn", "potsdam", "bahnhof"});
  CHECK(keys_in("завтра в школе урок").empty());
  CHECK(keys_in("größe").empty());
}

TEST_CASE("the bounds hold for words and their letters and for texts of any length") {
  CHECK(keys_in("api zq").empty());
  CHECK(keys_in("kafka", {12, 6, 40}).empty());
  CHECK(keys_in(std::string(41, 'x')).empty());
  CHECK(keys_in("kafka wedding", {0, 4, 40}).empty());
  CHECK(read({"kafka and wedding", "turtle"}, {2, 4, 40}).uses.size() == 2);
  std::string text;
  for (int i = 0; i < 100'000; ++i) {
    text += "kafka and ";
  }
  CHECK(read({text, text}).uses.size() <= 256);
}

TEST_CASE("all words that were read are counted in all texts") {
  CHECK(read({"the kafka server is 1 year old", "yes"}).words == 8);
  CHECK(read({"", ""}).words == 0);
}

TEST_CASE("a pair that recurs takes its words and another pair leaves them") {
  const TurnTerms terms = read({"adoption agency and an agency"});
  REQUIRE(terms.uses.size() == 4);
  const auto keys = [&](const std::vector<bool>& recurs, std::size_t terms_max) {
    Texts chosen;
    for (const TermUse& term : chosen_terms(terms.uses, recurs, terms_max)) {
      chosen.push_back(term.key);
    }
    return chosen;
  };
  CHECK(keys({false, false, false, false}, 9) == Texts{"adoption", "adoption agency", "agency"});
  CHECK(keys({false, true, false, false}, 9) == Texts{"adoption agency", "agency"});
  CHECK(keys({false, false, false, false}, 2) == Texts{"adoption", "adoption agency"});
  CHECK(chosen_terms({}, {}, 9).empty());
}

TEST_CASE("of overlapping pairs the one that recurs stays") {
  const TurnTerms terms = read({"coconut milk ice cream"});
  std::vector<bool> recurs;
  for (const TermUse& use : terms.uses) {
    recurs.push_back(use.key == "ice cream");
  }
  Texts keys;
  for (const TermUse& term : chosen_terms(terms.uses, recurs, 9)) {
    keys.push_back(term.key);
  }
  CHECK(keys == Texts{"coconut", "coconut milk", "milk", "ice cream"});
}

}  // namespace turnstream::pattern
