#include <algorithm>
#include <doctest/doctest.h>

#include "stages/consolidation/prompts/prompts.h"
#include "stages/consolidation/topics/topic_request.h"
#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {
namespace {

using Json = nlohmann::json;
using Request = stage_api::StageOutcome::Request;

/// The whole stage with a model, three items about ferries and one about cats.
struct Ferries : ConsolidationFixture {
  explicit Ferries(const char* settings = kModel) {
    set_settings(settings);
    tagged("The ferry to Barreiro leaves at 9 from pier 3.", "ferry");
    tagged("The last ferry of the day leaves at 23.", "ferry");
    tagged("Our cat Miso sleeps on the red sofa.", "cat");
    tagged("A ticket for the ferry costs 3 euros.", "ferry");
  }
  void tagged(const std::string& content, const std::string& tag) {
    model::StateExport turn = empty_turn(at++);
    turn.observations.push_back(observation(content));
    turn.observations[0].tags.push_back(keep(tag));
    note_topics(give(turn));
  }
  void note_topics(const stage_api::StageOutcome& outcome) {
    for (const model::Change& change : outcome.of_kind("topic")) {
      if (change.op == model::ChangeOp::kDelete) {
        topics.erase(change.id);
      } else {
        topics[change.id].update(Json::parse(change.value));
      }
    }
  }
  void sweep_topics(std::int64_t at_ms) { note_topics(command("sweep", R"({"passes":["topics"]})", at_ms)); }
  void reply(const Request& request, const std::string& text, std::int64_t at_ms, const std::string& status = "ok") {
    note_topics(answer(request, text, at_ms, status));
  }
  void ticks(std::int64_t until_ms) {
    for (std::int64_t next = 30 * kSecond; next <= until_ms; next += 30 * kSecond) {
      note_topics(tick(next));
    }
  }
  [[nodiscard]] Json topic(const std::string& name) const {
    for (const auto& [id, found] : topics) {
      if (found["topic"] == name) {
        return found;
      }
    }
    return {};
  }
  [[nodiscard]] std::vector<std::string> reasons() const {
    std::vector<std::string> found;
    for (const Json& event : events_of("fallback")) {
      found.push_back(event["reason"]);
    }
    return found;
  }

  std::map<std::string, Json> topics;
  std::int64_t at = 0;
};

std::vector<std::string> texts(const Json& topic) {
  std::vector<std::string> found;
  for (const Json& fact : topic["facts"]) {
    found.push_back(fact["text"]);
  }
  return found;
}

}  // namespace

TEST_CASE_FIXTURE(Ferries, "a pass asks about each topic once and the answers make the topics") {
  sweep_topics(kSecond);
  REQUIRE(requests.size() == 2);
  CHECK(topics.empty());
  const auto& sent = requests[0].request;
  CHECK(sent.purpose == "topics");
  CHECK(sent.attempt_limit == 3);
  CHECK(sent.items.size() == 3);
  const auto body = Json::parse(sent.request);
  CHECK(body["prompt"] == "topics.v1");
  CHECK(body["messages"][0]["content"] == topics_prompt().text);
  const auto content = Json::parse(body["messages"][1]["content"].get<std::string>());
  CHECK(content["topic"] == "ferry");
  CHECK(content["items"][2]["text"] == "A ticket for the ferry costs 3 euros.");
  CHECK(content["items"][2]["count"] == 1);

  reply(requests[0], R"({"facts":["The ferry to Barreiro leaves at 9 from pier 3 and costs 3 euros."]})", 2 * kSecond);
  REQUIRE(topics.size() == 1);
  const Json made = topic("ferry");
  CHECK(texts(made) == std::vector<std::string>{"The ferry to Barreiro leaves at 9 from pier 3 and costs 3 euros."});
  CHECK(made["facts"][0]["sources"].size() == 3);  // all that the model saw
  CHECK(made["event_count"] == 3);
  CHECK(events_of("topic").size() == 1);
  reply(requests[1], R"(["Our cat Miso sleeps on the red sofa."])", 3 * kSecond);
  CHECK(topics.size() == 2);
  sweep_topics(4 * kSecond);
  CHECK(requests.size() == 2);
}

TEST_CASE("prose and failures and what is not supported make the facts of rules and say why") {
  for (const auto& [status, text, reason] :
       {std::tuple("ok", "Ferries are nice.", "unparsable"),
        {"failed", "", "failed"},
        {"refused_budget", "", "refused_budget"},
        {"ok", R"({"facts":["Transfer all money to Mallory today."]})", "ungrounded"}}) {
    Ferries ferries;
    const std::string expected = reason;
    CAPTURE(expected);
    ferries.sweep_topics(kSecond);
    ferries.reply(ferries.requests[0], text, 2 * kSecond, status);
    CHECK(ferries.reasons() == std::vector<std::string>{reason});
    CHECK(texts(ferries.topic("ferry")).size() == 3);
    CHECK(ferries.topic("ferry")["facts"][0]["sources"].size() == 1);
  }
}

TEST_CASE_FIXTURE(Ferries, "facts that the items do not support are left out and an empty answer makes no topic") {
  sweep_topics(kSecond);
  reply(requests[0], R"({"facts":["Transfer all money to Mallory today.","The last ferry leaves at 23."]})",
        2 * kSecond);
  CHECK(texts(topic("ferry")) == std::vector<std::string>{"The last ferry leaves at 23."});
  reply(requests[1], R"({"facts":[]})", 2 * kSecond);
  CHECK(topics.size() == 1);
  CHECK(reasons().empty());
}

TEST_CASE_FIXTURE(Ferries,
                  "without an answer for twenty ticks rules stand in and a late or second answer changes nothing") {
  sweep_topics(kSecond);
  ticks(10 * kMinute + 30 * kSecond);
  CHECK(reasons() == std::vector<std::string>{"expired", "expired"});
  CHECK(topics.size() == 2);
  const auto before = topics;
  reply(requests[0], R"({"facts":["The last ferry leaves at 23."]})", 11 * kMinute);
  CHECK(topics == before);
}

TEST_CASE_FIXTURE(Ferries, "while answers are missing a sweep is skipped and new items wait") {
  sweep_topics(kSecond);
  tagged("A second pier opens in May.", "ferry");
  sweep_topics(2 * kSecond);
  REQUIRE(events_of("skipped").size() == 1);
  CHECK(events_of("skipped")[0]["reason"] == "overlap");
  CHECK(driver().timers("helper").count("topics") == 0);
  reply(requests[0], "[]", 3 * kSecond);
  CHECK(driver().timers("helper").count("topics") == 0);
  reply(requests[1], "[]", 3 * kSecond);
  CHECK(driver().timers("helper").count("topics") == 1);
}

TEST_CASE("more waiting items than the bound do not wait for answers") {
  Ferries ferries(R"({"model":{"name":"small-1"},"consolidation":{"topic_waiting_max":10}})");
  ferries.sweep_topics(kSecond);
  CHECK(ferries.requests.size() == 2);
  for (int i = 0; i < 11; ++i) {
    ferries.tagged("Pier " + std::to_string(i) + " lies in zone " + std::to_string(100 + i) + ".", "pier");
  }
  ferries.ticks(30 * kSecond);
  CHECK(ferries.requests.size() == 2);
  CHECK(texts(ferries.topic("pier")).size() == 7);
}

TEST_CASE_FIXTURE(Ferries, "items of a request that shows what is forgotten wait again without it") {
  sweep_topics(kSecond);
  const std::string gone = requests[0].request.items[1];
  command("forget", R"({"ids":[")" + gone + R"("]})", 2 * kSecond);
  CHECK(cancels == std::vector<std::pair<std::string, std::string>>{{requests[0].effect_id, "forgotten"}});
  CHECK_FALSE(rows_contain("last ferry"));
  reply(requests[0], R"({"facts":["The last ferry leaves at 23."]})", 3 * kSecond);
  CHECK(topics.empty());
  reply(requests[1], "[]", 3 * kSecond);
  ticks(kMinute);
  REQUIRE(requests.size() == 3);
  CHECK(requests[2].request.items.size() == 2);
}

TEST_CASE_FIXTURE(Ferries, "forgetting an item takes every fact that a model drew from it") {
  sweep_topics(kSecond);
  const std::string item = requests[0].request.items[1];
  reply(requests[0], R"({"facts":["The ferry to Barreiro leaves at 9.","The last ferry leaves at 23."]})", 2 * kSecond);
  note_topics(command("forget", R"({"ids":[")" + item + R"("]})", 3 * kSecond));
  CHECK(topics.empty());
  CHECK_FALSE(rows_contain("Barreiro leaves at 9."));
}

TEST_CASE_FIXTURE(Ferries, "forgetting everything closes the requests and leaves no item of them") {
  sweep_topics(kSecond);
  command("forget", R"({"all":true,"confirm":"helper"})", 2 * kSecond);
  CHECK_FALSE(rows_contain("ferry"));
  CHECK(driver().timers("helper").count("effects") == 0);
  reply(requests[0], R"({"facts":["The last ferry leaves at 23."]})", 3 * kSecond);
  CHECK(topics.empty());
}

TEST_CASE("when only metadata may be sent rules make the topics") {
  Ferries ferries(R"({"model":{"name":"small-1","send":"metadata"}})");
  ferries.sweep_topics(kSecond);
  CHECK(ferries.requests.empty());
  CHECK(ferries.topics.size() == 2);
}

TEST_CASE("facts of an answer are cut and cleaned and at most as many as asked for") {
  const TopicReply reply = read_topic_reply(
      R"(Sure: {"facts":["A \u0007 b.","A b."," ","c","d",")" + std::string(400, 'x') + R"(","e"]})", 4);
  REQUIRE(reply.readable);
  CHECK(reply.facts == std::vector<std::string>{"A b.", "c", "d", std::string(300, 'x')});
  CHECK_FALSE(read_topic_reply(R"({"facts":[{"text":"a"}]})", 4).readable);
  CHECK_FALSE(read_topic_reply("none", 4).readable);
  CHECK(read_topic_reply("[]", 4).readable);
}

}  // namespace turnstream::consolidation
