#include <doctest/doctest.h>
#include <map>
#include <nlohmann/json.hpp>

#include "stages/consolidation/discovery/grounds.h"
#include "tests/unit_metas/discovery_fixture.h"

namespace turnstream::consolidation {
namespace {

/// A sentence of an answer, with this list of indices.
std::string connection(const std::string& text, const std::string& indices) {
  return R"({"connections":[{"text":")" + text + R"(","indices":)" + indices + "}]}";
}

/// Each topic by its name, as an answer or a forget command names them.
std::map<std::string, std::string> topic_ids(const Finds& finds) {
  std::map<std::string, std::string> ids;
  for (const auto& [id, topic] : finds.topics) {
    ids[topic["topic"]] = id;
  }
  return ids;
}

}  // namespace

TEST_CASE("a fact that semantic drops takes the contradiction and the discovery along") {
  Finds waiting;
  waiting.supersede(kMinute);
  waiting.semantic({gone_fact("8080")}, 2 * kMinute);
  CHECK_FALSE(waiting.rows_contain("8080"));
  CHECK(waiting.discover(3 * kMinute).events.empty());
  for (const char* setting : {kOn, "{}"}) {
    Finds told;
    told.supersede(kMinute);
    told.discover(2 * kMinute);
    REQUIRE(told.found().size() == 1);
    const std::string id = told.found()[0]["id"];
    told.set_settings(setting);
    const auto outcome = told.semantic({gone_fact("8080")}, 3 * kMinute);
    CHECK(told.found().empty());
    CHECK_FALSE(told.rows_contain("8080"));
    REQUIRE(outcome.events.size() == 1);
    const auto event = nlohmann::json::parse(outcome.events[0].second);
    CHECK(event["type"] == "retire");
    CHECK(event["reason"] == "source_gone");
    CHECK(event["items"] == nlohmann::json{id});
  }
}

TEST_CASE_FIXTURE(AskedAbout, "a topic that leaves because there are too many takes the discovery along") {
  answer(last_request(), connection("The ferry to Barreiro leaves from pier 3.", "[0,1]"), 3 * kSecond);
  REQUIRE(found().size() == 1);
  const std::string id = found()[0]["id"];
  set_settings(R"({"consolidation":{"topics_max":1}})");
  tagged("The harbour opens at 7 in winter.", {"harbour"}, kMinute);
  command("sweep", R"({"passes":["topics"]})", kMinute + 1);
  CHECK(topics.size() == 1);
  CHECK(found().empty());
  REQUIRE_FALSE(events_of("quota").empty());
  CHECK(events_of("quota")[0]["items"].size() == 2);
  CHECK(events_of("quota")[0]["items"][1] == id);
}

TEST_CASE("an answer that comes when a shown topic or fact is gone is not used") {
  for (const bool is_fact : {false, true}) {
    AskedAbout asked;
    if (is_fact) {
      asked.semantic({gone_fact("8080")}, kMinute);
    } else {
      asked.set_settings(R"({"consolidation":{"topics_max":1,"discovery":true}})");
      asked.tagged("The harbour opens at 7 in winter.", {"harbour"}, kMinute);
      asked.command("sweep", R"({"passes":["topics"]})", kMinute + 1);
    }
    asked.answer(asked.last_request(), connection("The ferry to Barreiro leaves from pier 3.", "[0,1]"), 2 * kMinute);
    CHECK(asked.reasons() == std::vector<std::string>{"ungrounded"});
    CHECK(asked.found().size() == (is_fact ? 0 : 1));
    for (const auto& found : asked.found()) {
      CHECK(found["connections"].empty());
      CHECK(found["contradictions"].size() == 1);
    }
  }
}

TEST_CASE("a sentence that names no topic of the request rests on nothing and is left out") {
  for (const std::string indices : {"[2]", "[-1]", R"(["0"])", "[18446744073709551615]", "[[0]]", "[null,7]"}) {
    CAPTURE(indices);
    AskedAbout asked;
    asked.answer(asked.last_request(), connection("The ferry to Barreiro leaves from pier 3.", indices), 3 * kSecond);
    REQUIRE(asked.found().size() == 1);
    CHECK(asked.found()[0]["connections"].empty());
    CHECK(asked.reasons() == std::vector<std::string>{"out_of_range"});
  }
  AskedAbout asked;
  const std::string foreign = R"([")" + topic_ids(asked).begin()->second + R"("])";
  asked.answer(asked.last_request(), connection("The ferry to Barreiro leaves from pier 3.", foreign), 3 * kSecond);
  CHECK(asked.found()[0]["connections"].empty());
}

TEST_CASE("a sentence rests on each topic whose words it has and not only on those that it names") {
  AskedAbout asked;
  const auto ids = topic_ids(asked);
  REQUIRE(ids.size() == 2);
  const auto body = nlohmann::json::parse(asked.last_request().request.request);
  const auto shown = nlohmann::json::parse(body["messages"][1]["content"].get<std::string>())["items"];
  const std::string repairs = shown[0]["topic"] == "repairs" ? "[0]" : "[1]";
  const char* text = "Pier 3 is closed for repairs in May, and the ferry to Barreiro waits.";
  asked.answer(asked.last_request(), connection(text, repairs), 3 * kSecond);
  REQUIRE(asked.found().size() == 1);
  const auto sources = MetaFixture::source_ids(asked.found()[0]);
  CHECK(sources.count(ids.at("repairs")) == 1);
  CHECK(sources.count(ids.at("ferry")) == 1);
  asked.command("forget", R"({"ids":[")" + asked.boat_ + R"("]})", 4 * kSecond);
  CHECK(asked.found().empty());
  CHECK_FALSE(asked.rows_contain("Barreiro"));
}

TEST_CASE("a sentence must stand on the topics that it names") {
  model::Topic sea;
  sea.id = "a";
  sea.topic = "sea";
  sea.facts.push_back({"The ferry to Barreiro leaves at nine.", {}});
  model::Topic land;
  land.id = "b";
  land.topic = "land";
  land.facts.push_back({"The train to Sintra stops in Queluz.", {}});
  const Shown shown{{sea, land}, ""};
  CHECK_FALSE(topics_under({"The ferry to Barreiro leaves at nine.", {1}}, shown).has_value());
  CHECK(topics_under({"The ferry to Barreiro leaves at nine.", {0}}, shown) == std::vector<std::string>{"a"});
  CHECK(topics_under({"The ferry to Barreiro leaves at nine.", {}}, shown) == std::vector<std::string>{"a", "b"});
  CHECK_FALSE(topics_under({"Nothing of the kind was said.", {}}, shown).has_value());
}

}  // namespace turnstream::consolidation
