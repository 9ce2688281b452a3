#include <algorithm>

#include "app/explain/report_text.h"
#include "pipeline/base/utf8.h"
#include "tests/unit_app/contains.h"
#include "tests/unit_app/public_topics.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr const char* kFirst = "01JGFJJZ00000000000000000A";
constexpr const char* kSecond = "01JGFJJZ00000000000000000B";
constexpr const char* kOldFact = "f8c14a7b-1eca-5bff-b481-c728ab48aa0c";
constexpr const char* kNewFact = "0f0c2b7e-6d0e-5d6a-8f39-7c1b6a1f3a55";

Json observed(const std::string& text) {
  return {{"timestamp", "2026-01-01T10:00:00Z"},
          {"turn_data", {{"user_input", "What is the port?"}, {"assistant_response", "I looked."}}},
          {"observations", {{{"content", text}}}}};
}

Json fact_from(const std::string& text, const Json& sources) {
  return {{"kind", "fact"},
          {"persona_id", "helper"},
          {"text", text},
          {"confidence", 0.8},
          {"current", true},
          {"validity", Json::array({{{"from", "2026-01-01T10:00:00.000Z"}, {"to", nullptr}}})},
          {"superseded_by", nullptr},
          {"sources", sources}};
}

/// Two turns; the second supersedes the fact of the first.
struct Superseded : PublicTopics {
  Superseded() {
    first = turn(kFirst, observed("api port is 8080"));
    second = turn(kSecond, observed("api port is 9090"));
    answer(of_turn(
        "semantic", kFirst, first,
        {put("fact", kOldFact, fact_from("api port is 8080", Json::array({source(kFirst, "/observations/0")})))}));
    const Json closed = {
        {"current", false},
        {"validity", Json::array({{{"from", "2026-01-01T10:00:00.000Z"}, {"to", "2026-01-01T10:01:00.000Z"}}})},
        {"superseded_by", kNewFact}};
    answer(of_turn(
        "semantic", kSecond, second,
        {put("fact", kNewFact, fact_from("api port is 9090", Json::array({source(kSecond, "/observations/0")}))),
         patch("fact", kOldFact, closed)}));
  }
  std::int64_t first = 0;
  std::int64_t second = 0;
};

std::string memory_text(const Report& report) {
  std::ostringstream out;
  print_memory(out, report);
  return out.str();
}

}  // namespace

TEST_CASE_FIXTURE(Superseded, "a fact leads to the words of its turn") {
  const Report report = memory(kNewFact);
  REQUIRE(report["sources"].size() == 1);
  const Report& source = report["sources"][0];
  CHECK(source["kind"] == "memory");
  CHECK(source["turn_id"] == kSecond);
  CHECK(source["turn"].get<Place>() == Place{"turns", 3, 101});
  CHECK(source["log"].get<Place>() == Place{"turnstream.log", 0, second});
  CHECK(source["pointer"] == "/observations/0");
  CHECK(source["excerpt"] == "api port is 9090");
  CHECK(contains(memory_text(report), "turns[3]@101 /observations/0   (turnstream.log[0]@1)"));
}

TEST_CASE_FIXTURE(Superseded, "a superseded fact shows its intervals before and after and what superseded it") {
  const Report report = memory(kOldFact);
  REQUIRE(report["things"].size() == 1);
  const Report& changes = report["things"][0]["history"]["list"];
  REQUIRE(changes.size() == 2);
  CHECK(changes[0]["op"] == "put");
  CHECK(changes[0]["fields"].empty());
  CHECK(changes[1]["op"] == "patch");
  CHECK(changes[1]["cause"]["id"] == kSecond);
  CHECK(changes[1]["log"].get<Place>() == Place{"turnstream.log", 0, second});
  CHECK(changes[1]["completion"].get<Place>() == Place{"turnstream.completions.semantic", 0, 1});
  REQUIRE(changes[1]["fields"].size() == 3);
  const std::string text = memory_text(report);
  CHECK(contains(text, "validity 2026-01-01T10:00:00.000Z – now\n"));
  CHECK(contains(text, "→ 2026-01-01T10:00:00.000Z – 2026-01-01T10:01:00.000Z\n"));
  CHECK(contains(text, "superseded_by  " + std::string(kNewFact)));
}

TEST_CASE_FIXTURE(Superseded, "memories that were derived from an item are found from the item") {
  const std::string item = item_id(kFirst, "/observations/0");
  answer(of_turn("episodic", kFirst, first, {put("memory", item, {{"content", "api port is 8080"}})}));
  const Report report = memory(item);
  REQUIRE(report["named_by"]["list"].size() == 1);
  CHECK(report["named_by"]["list"][0]["id"] == kOldFact);
  CHECK(report["named_by"]["list"][0]["field"] == "sources");
  const Report successor = memory(kNewFact);
  REQUIRE(successor["named_by"]["list"].size() == 1);
  CHECK(successor["named_by"]["list"][0]["field"] == "superseded_by");
}

TEST_CASE_FIXTURE(Superseded, "a removed memory says when and by which record") {
  answer(
      of_turn("semantic", "01JGFJJZ00000000000000000C", 2, {{model::ChangeOp::kDelete, "fact", kOldFact, "", true}}));
  const Report report = memory(kOldFact);
  CHECK(report["things"][0]["removed"] == true);
  CHECK(contains(memory_text(report), ", removed 2026-01-01T10:02:00.000Z by semantic"));
  // The report of the newer fact lists the older one, which names it as superseded_by, as removed.
  CHECK(memory(kNewFact)["named_by"]["list"][0]["removed"] == true);
}

TEST_CASE_FIXTURE(Superseded,
                  "what rests on an item of a file that changed is stale until a check finds the file whole") {
  const std::string item = item_id(kFirst, "/observations/0");
  const std::string insight = "6aa893f3-339f-5b5c-b483-837417750f0d";
  const auto found = [&](const char* confidence) {
    const std::int64_t later = command("sweep", std::string("sweep ") + confidence, {{"passes", {"verify"}}});
    answer(of_command("lifecycle", std::string("sweep ") + confidence, later,
                      {patch("memory", item, {{"confidence", confidence}})}));
  };
  answer(of_turn("episodic", kFirst, first, {put("memory", item, {{"confidence", "hint"}})}));
  answer(of_turn("consolidation", kSecond, second,
                 {put("insight", insight, {{"summary", "The port moved."}, {"sources", {{{"id", kOldFact}}}}})}));
  CHECK(memory(kOldFact)["stale"] == false);
  CHECK_FALSE(contains(memory_text(memory(kOldFact)), "stale"));
  found("stale");
  CHECK(memory(kOldFact)["sources"][0]["stale"] == true);
  CHECK(memory(kNewFact)["stale"] == false);
  const Report report = memory(insight);
  CHECK(report["stale"] == true);
  CHECK(report["sources"][0]["stale"] == false);
  CHECK(report["sources"][0]["sources"][0]["stale"] == true);
  CHECK(contains(memory_text(report), "comes from, in part stale\n"));
  CHECK(contains(memory_text(report), "! stale: a file to which it refers is gone or was changed since\n"));
  found("verified");
  CHECK(memory(insight)["stale"] == false);
}

TEST_CASE_FIXTURE(Superseded, "an insight that a tick made leads to its turns") {
  const std::int64_t tick_offset = tick();
  const std::string insight = "6aa893f3-339f-5b5c-b483-837417750f0d";
  answer(of_turn("episodic", kFirst, first));
  answer(of_turn("episodic", kSecond, second));
  model::Completion pass =
      of_turn("consolidation", "", tick_offset,
              {put("insight", insight,
                   {{"summary", "The api port changes."},
                    {"sources", {source(kFirst, "/observations/0"), source(kSecond, "/turn_data")}}})});
  pass.turn_id.reset();
  pass.cause_kind = "tick";
  pass.cause_id = "2026-01-01T10:00:30.000Z";
  answer(pass);
  event("insights", {{"kind", "insight"}, {"type", "extracted"}, {"id", insight}, {"persona_id", "helper"}});
  const Report report = memory(insight);
  REQUIRE(report["sources"].size() == 2);
  CHECK(report["sources"][0]["turn"].get<Place>() == Place{"turns", 3, 100});
  CHECK(report["sources"][1]["pointer"] == "/turn_data");
  CHECK(report["sources"][1]["excerpt"] == "user: What is the port? · agent: I looked.");
  CHECK(report["events"]["count"] == 1);

  const std::string meta = "541d0125-c043-5d36-a218-9a0f8780b922";
  pass.changes = {put("insight", meta, {{"summary", "Ports."}, {"sources", Json::array({{{"id", insight}}})}})};
  answer(pass);
  const Report deep = memory(meta);
  REQUIRE(deep["sources"].size() == 1);
  CHECK(deep["sources"][0]["kind"] == "insight");
  REQUIRE(deep["sources"][0]["sources"].size() == 2);
  CHECK(deep["sources"][0]["sources"][0]["excerpt"] == "api port is 8080");
}

TEST_CASE_FIXTURE(Superseded, "an item that no completion has put is found through the memories that name it") {
  answer(of_turn("episodic", kFirst, first));
  const Report report = memory(item_id(kFirst, "/observations/0"));
  CHECK(report["things"].empty());
  REQUIRE(report["sources"].size() == 1);
  CHECK(report["sources"][0]["turn"].get<Place>() == Place{"turns", 3, 100});
  CHECK(report["sources"][0]["pointer"] == "/observations/0");
  CHECK(report["named_by"]["count"] == 1);
  CHECK(contains(memory_text(report), "no completion has put it"));
}

TEST_CASE_FIXTURE(Superseded, "the note of a source without a turn says that no stage has answered it") {
  const std::string skill = "73b31898-5e9f-56b6-9607-e36c1c715027";
  answer(of_turn("skill", kFirst, first,
                 {put("skill", skill,
                      {{"sequence", {"search", "read"}},
                       {"sources", Json::array({source("01JGFJJZ00000000000000000Z", "/tool_executions/0")})}})}));
  const Report report = memory(skill);
  CHECK(report["things"][0]["title"] == "search → read");
  REQUIRE(report["sources"].size() == 1);
  CHECK(report["sources"][0]["turn"].is_null());
  CHECK(contains(report["sources"][0]["note"], "no stage has answered a turn"));
}

TEST_CASE_FIXTURE(Superseded, "a long history shows its first and last changes and the number of those between") {
  for (int i = 0; i < 60; ++i) {
    answer(of_turn("semantic", kSecond, 2 + i, {patch("fact", kNewFact, {{"confidence", 0.5 + i / 1000.0}})}));
  }
  const Report report = memory(kNewFact);
  CHECK(report["things"][0]["history"]["count"] == 61);
  CHECK(report["things"][0]["history"]["left_out"] == 29);
  CHECK(report["things"][0]["history"]["left_out_at"] == 8);
  CHECK(report["named_by"]["left_out_at"].is_null());
  const Report& changed = report["things"][0]["history"]["list"][1]["fields"]["confidence"];
  CHECK(changed["added"] == false);
  CHECK(contains(memory_text(report), "… 29 more …"));
}

TEST_CASE_FIXTURE(Superseded, "the beginning of an id is enough if only one id begins so") {
  CHECK(memory(std::string(kOldFact).substr(0, 6))["id"] == kOldFact);
  CHECK_FALSE(explain(std::string(kOldFact).substr(0, 5)).ok());
  answer(of_turn("semantic", kSecond, 2,
                 {put("fact", "f8c14a00-1eca-5bff-b481-c728ab48aa0c", fact_from("other", Json::array()))}));
  const auto several = explain("f8c14a");
  REQUIRE(several.ok());
  REQUIRE(several->contains("candidates"));
  CHECK((*several)["candidates"].size() == 2);
  CHECK(memory(kOldFact)["id"] == kOldFact);
}

TEST_CASE_FIXTURE(Superseded, "no line is wider than 100 columns and the document can be read") {
  const Report report = memory(kOldFact);
  std::istringstream lines(memory_text(report));
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    CHECK(count_code_points(line) <= 100);
  }
  const Json document = Json::parse(report.dump());
  CHECK(document["sources"][0]["pointer"] == "/observations/0");
  CHECK(document["things"][0]["history"]["list"][1]["fields"]["current"]["after"] == false);
}

}  // namespace turnstream::app
