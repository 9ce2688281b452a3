// A model's answers to the requests of passes, which the test writes, on eight partitions, phased and fused.
#include <doctest/doctest.h>
#include <map>
#include <set>

#include "pipeline/base/utf8.h"
#include "stages/consolidation/prompts/prompts.h"
#include "tests/scenario/effects.h"
#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

/// Five texts to remember; the second has the word of the cast, the third is longer than a fallback.
Texts told_texts(const Cast& cast) {
  const std::string room =
      "The inventory of the reading room lists oak tables, brass lamps, two globes, a ladder on rails ";
  if (cast.persona == kCast.persona) {
    return {
        "The build machine hummed along this morning.", "Ann moved the " + cast.word + " to Porto in May.",
        room + "and " +
            std::string("four hundred bound volumes about rivers, bridges, harbours and the people who built them."),
        "The gateway listens on port 8443 since Monday.", "Our budget for travel is 900 euros this quarter."};
  }
  return {"A parcel arrived in the afternoon.", "The " + cast.word + " rests in the dry dock of Gdansk.",
          room + "and " +
              std::string("ninety unsorted maps of coasts, valleys, passes and the roads that once led over them."),
          "Printer nine prints only on grey paper.", "Tomas pays 40 crowns for the garden each month."};
}

/// The reply of the documents: 0 is ephemeral, 1 and 3 are insights, 9 does not exist, 2 and 4 are left out.
std::string reply_about(const Texts& texts) {
  const Json items{
      {{"index", 0}, {"type", "ephemeral"}, {"reason", "chatter"}},
      {{"index", 1}, {"type", "insight"}, {"summary", texts[1]}, {"tags", {"Archive"}}, {"confidence", 0.9}},
      {{"index", 3}, {"type", "insight"}, {"summary", texts[3]}},
      {{"index", 9}, {"type", "insight"}, {"summary", texts[4]}}};
  return "Here you are:\n```json\n" + Json{{"items", items}}.dump() + "\n```";
}

/// Remembers the texts in one turn of the persona, and sweeps. Returns the request about them.
Request ask(Pipeline& pipeline, const std::string& persona, const Texts& texts) {
  Json turn = turn_of(persona, 1, at(0));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    turn["observations"].push_back(observation("o" + std::to_string(i), texts[i]));
  }
  pipeline.publish(turn);
  send(pipeline, 1, "sweep", {{"passes", {"consolidate"}}}, persona);
  const auto requests = requests_of(pipeline, persona);
  REQUIRE(requests.size() == 1);
  return requests[0];
}

std::string asked_item(const Request& request, std::size_t index) {
  return request.json["items"][index];
}

Json insight_of(Pipeline& pipeline, const Request& request, std::size_t index) {
  for (const auto& [id, insight] : pipeline.things("consolidation", "insight", request.json["persona_id"])) {
    if (insight["sources"][0]["id"] == asked_item(request, index)) {
      return insight;
    }
  }
  return nullptr;
}

/// `<reason> <number of items>` of each fallback of the persona.
Texts fallbacks_of(Pipeline& pipeline, const std::string& persona) {
  Texts found;
  for (const Json& event : events_of(pipeline, persona, "maintenance", "fallback")) {
    found.push_back(event["reason"].get<std::string>() + " " + std::to_string(event["items"].size()));
  }
  return found;
}

void check_pass(Pipeline& pipeline, const std::string& persona, const std::map<std::string, int>& expected) {
  const auto passes = events_of(pipeline, persona, "consolidation", "pass");
  REQUIRE(passes.size() == 1);
  for (const auto& sum : expected) {
    CAPTURE(sum.first);
    CHECK(passes[0][sum.first] == sum.second);
  }
  check_sums(pipeline, persona);
}

void check_request(const Request& request, const Texts& texts) {
  CHECK(request.json["kind"] == "chat");
  CHECK(request.json["stage"] == "consolidation");
  CHECK(request.json["purpose"] == "pass2");
  CHECK(request.json["attempt_limit"] == 3);
  CHECK(request.json["timeout_ms"] == 30000);
  CHECK(request.json["request_hash"] == hash_of(request));
  const Json& asked = request.json["request"];
  CHECK(asked["model"] == "small-1");
  CHECK(asked["prompt"] == "pass2.v1");
  CHECK(asked["temperature"] == 0.3);
  CHECK(asked["max_tokens"] == 2000);
  REQUIRE(asked["messages"].size() == 2);
  CHECK(asked["messages"][0]["role"] == "system");
  CHECK(asked["messages"][0]["content"] == consolidation::pass2_prompt().text);
  const Json items = Json::parse(asked["messages"][1]["content"].get<std::string>())["items"];
  REQUIRE(items.size() == texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    CHECK(items[i]["index"] == i);
    CHECK(items[i]["text"] == texts[i]);
  }
}

void check_model_insights(Pipeline& pipeline, const Request& request, const Texts& texts) {
  CHECK(insight_of(pipeline, request, 0).is_null());
  CHECK(insight_of(pipeline, request, 1)["confidence"] == 0.9);
  CHECK(insight_of(pipeline, request, 1)["tags"] == Json::array({"archive"}));
  CHECK(insight_of(pipeline, request, 3)["confidence"] == 0.8);
  for (const std::size_t told : {1, 3}) {
    CHECK(insight_of(pipeline, request, told)["summary"] == texts[told]);
    CHECK(insight_of(pipeline, request, told)["derived_by"] ==
          Json{{"method", "model"}, {"model", "small-1"}, {"effect_id", request.json["effect_id"]}});
  }
  for (const std::size_t missing : {2, 4}) {
    const Json insight = insight_of(pipeline, request, missing);
    CHECK(insight["summary"] == first_code_points(texts[missing], 200));
    CHECK(insight["tags"].empty());
    CHECK(insight["confidence"] == 0.5);
    CHECK(insight["derived_by"]["method"] == "fallback");
  }
}

}  // namespace

TEST_CASE("a model's reply decides about each candidate and counts once") {
  std::map<std::string, std::set<std::string>> requests;  // by persona
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions, .memory_settings = kModel});
    const Texts texts = told_texts(cast);
    const Request request = ask(pipeline, cast.persona, texts);
    check_request(request, texts);
    requests[cast.persona].insert(request.json["effect_id"].get<std::string>() + request.bytes);
    CHECK(events(pipeline, "consolidation", "pass").empty());

    reply(pipeline, request, reply_about(texts));
    const std::map<std::string, int> sums{{"processed", 5}, {"deleted", 1}, {"extracted", 4}, {"fallbacks", 2}};
    check_pass(pipeline, cast.persona, sums);
    check_model_insights(pipeline, request, texts);
    CHECK(fallbacks_of(pipeline, cast.persona) == Texts{"missing 2", "out_of_range 0"});

    reply(pipeline, request, reply_about(texts));
    const auto answers = answers_to(pipeline, "consolidation", request);
    REQUIRE(answers.size() == 2);
    CHECK_FALSE(answers[0]["changes"].empty());
    CHECK(answers[1]["status"] == "success");
    CHECK(answers[1]["changes"].empty());
    CHECK(answers[1]["items_processed"] == 0);
    check_pass(pipeline, cast.persona, sums);
    CHECK(requests_of(pipeline, cast.persona).size() == 1);
    CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
  }
  for (const auto& [persona, same] : requests) {
    CHECK(same.size() == 1);
  }
}

TEST_CASE("prose and a failure and a refused budget make fallbacks of all candidates with their reason") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions, .memory_settings = kModel});
    const Texts texts = told_texts(kCast);
    reply(pipeline, ask(pipeline, kCast.persona, texts), "I am afraid that I cannot do that today.");
    respond(pipeline, ask(pipeline, kCast.other, texts), nullptr, "refused_budget");
    respond(pipeline, ask(pipeline, kCast.third, texts), nullptr, "failed");
    for (const auto& [persona, reason] :
         {std::pair(kCast.persona, "unparsable 5"), {kCast.other, "refused_budget 5"}, {kCast.third, "failed 5"}}) {
      check_pass(pipeline, persona, {{"processed", 5}, {"deleted", 0}, {"extracted", 5}, {"fallbacks", 5}});
      CHECK(fallbacks_of(pipeline, persona) == Texts{reason});
      CHECK(pipeline.things("consolidation", "insight", persona).size() == 5);
      CHECK(requests_of(pipeline, persona).size() == 1);
    }
  }
}

TEST_CASE("a candidate that is forgotten between request and result makes no insight") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions, .memory_settings = kModel});
    const Texts texts = told_texts(cast);
    const Request request = ask(pipeline, cast.persona, texts);
    send(pipeline, 2, "forget", {{"ids", Json::array({asked_item(request, 1)})}}, cast.persona);
    CHECK(cancels_of(pipeline, cast.persona) == Texts{request.json["effect_id"].get<std::string>() + " forgotten"});
    reply(pipeline, request, reply_about(texts));
    check_pass(pipeline, cast.persona,
               {{"processed", 5}, {"deleted", 1}, {"extracted", 3}, {"gone", 1}, {"fallbacks", 2}});
    CHECK(insight_of(pipeline, request, 1).is_null());
    CHECK_FALSE(insight_of(pipeline, request, 3).is_null());
    CHECK(memories_with(pipeline, cast.word) == 0);
  }
}

TEST_CASE("after twenty ticks without an answer the fallback follows and a late answer changes nothing") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions, .memory_settings = kModel});
    const Texts texts = told_texts(cast);
    const Request request = ask(pipeline, cast.persona, texts);
    tick_through(pipeline, 0, 19 * 30);
    CHECK(events(pipeline, "consolidation", "pass").empty());
    CHECK(cancels_of(pipeline, cast.persona).empty());
    tick_through(pipeline, 19 * 30, 20 * 30);
    const std::map<std::string, int> sums{{"processed", 5}, {"deleted", 0}, {"extracted", 5}, {"fallbacks", 5}};
    check_pass(pipeline, cast.persona, sums);
    CHECK(fallbacks_of(pipeline, cast.persona) == Texts{"expired 5"});
    CHECK(cancels_of(pipeline, cast.persona) == Texts{request.json["effect_id"].get<std::string>() + " expired"});
    reply(pipeline, request, reply_about(texts));
    const auto answers = answers_to(pipeline, "consolidation", request);
    REQUIRE(answers.size() == 1);
    CHECK(answers[0]["changes"].empty());
    check_pass(pipeline, cast.persona, sums);
    CHECK(pipeline.things("consolidation", "insight", cast.persona).size() == 5);
  }
}

TEST_CASE("a pass asks about fifteen candidates at a time and closes once when the last result came in any order") {
  const std::string& persona = kOtherCast.third;
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions, .memory_settings = kModel});
    pipeline.settings({{"consolidation", {{"batch_size", 40}}}});
    pipeline.drain();
    Json turn = turn_of(persona, 1, at(0));
    for (int i = 0; i < 45; ++i) {
      turn["observations"].push_back(observation(
          "o" + std::to_string(i), "Host h" + std::to_string(i) + " stands in room " + std::to_string(1000 + i) + "."));
    }
    pipeline.publish(turn);
    send(pipeline, 1, "sweep", {{"passes", {"consolidate"}}}, persona);
    const auto requests = requests_of(pipeline, persona);
    REQUIRE(requests.size() == 3);
    CHECK(requests[0].json["items"].size() == 15);
    CHECK(requests[1].json["items"].size() == 15);
    CHECK(requests[2].json["items"].size() == 10);
    for (const std::size_t next : {2, 0, 1}) {
      CHECK(events(pipeline, "consolidation", "pass").empty());
      CHECK(requests[next].json["request_hash"] == hash_of(requests[next]));
      reply(pipeline, requests[next], "[]");
      reply(pipeline, requests[next], "[]");
    }
    check_pass(pipeline, persona, {{"processed", 40}, {"extracted", 40}, {"fallbacks", 40}});
    CHECK(fallbacks_of(pipeline, persona) == Texts{"missing 10", "missing 15", "missing 15"});
    tick_through(pipeline, 0, 30);
    CHECK(requests_of(pipeline, persona).size() == 4);
    CHECK(requests_of(pipeline, persona)[3].json["items"].size() == 5);
  }
}

}  // namespace turnstream::scenario
