// What explain says of merges, of what lifecycle does, of topics, daily entries and other insights, and of their events.

#include "tests/unit_app/explained.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr const char* kUnshare = "01JGFJJZ00000000000000000F";
constexpr const char* kKept = "6aa893f3-339f-5b5c-b483-837417750f0d";
constexpr const char* kMerged = "541d0125-c043-5d36-a218-9a0f8780b922";

Json insight(const std::string& text, const Json& sources) {
  return {
      {"kind", "insight"}, {"type", "extracted"}, {"persona_id", "helper"}, {"summary", text}, {"sources", sources}};
}

}  // namespace

TEST_CASE_FIXTURE(PublicTopics, "an insight that was merged away leads to the one that has its sources") {
  const std::int64_t first = turn(kTurn, said("The port is 9090."));
  const std::int64_t second = turn(kLater, said("The port is 9090."));
  const std::int64_t later = tick();
  const Json sources = Json::array({source(kTurn, "/turn_data")});
  const Json both = Json::array({source(kTurn, "/turn_data"), source(kLater, "/turn_data")});
  answer(of_turn("episodic", kTurn, first));
  answer(of_turn("episodic", kLater, second));
  answer(of_turn("consolidation", kTurn, first, {put("insight", kKept, insight("The port is 9090.", sources))}));
  answer(of_turn("consolidation", kLater, later, {patch("insight", kKept, {{"sources", both}})}));
  event("consolidation", {{"kind", "consolidation"},
                          {"type", "merge"},
                          {"id", kEvent},
                          {"persona_id", "helper"},
                          {"kept", kKept},
                          {"merged", {kMerged}},
                          {"log", {{"partition", 0}, {"offset", later}}}});
  const Report report = memory(kMerged);
  CHECK(report["id"] == kKept);
  CHECK(report["sources"].size() == 2);
  REQUIRE(report["asked"].size() == 1);
  CHECK(report["asked"][0]["how"] == "merged");
  CHECK(report["asked"][0]["into"] == kKept);
  CHECK(report["asked"][0]["time"] == "2026-01-01T10:00:30.000Z");
  CHECK(contains(text_of(report), std::string(kMerged) + " was merged into " + kKept));
  const Report merge = explained(*this, kEvent);
  REQUIRE(merge["names"]["count"] == 2);
  CHECK(merge["names"]["list"][0]["member"] == "kept");
  CHECK(merge["names"]["list"][0]["title"] == "The port is 9090.");
  CHECK(merge["cause"]["kind"] == "tick");
  CHECK(memory(kKept)["events"]["count"] == 1);
}

TEST_CASE_FIXTURE(PublicTopics, "an item that lifecycle merged or retired says into what or why") {
  const std::int64_t offset = turn(kTurn, said("The port is 9090."));
  const std::string merged = item_id(kTurn, "/turn_data");
  const std::string retired = item_id(kTurn, "/observations/0");
  const std::string time = "2026-01-01T10:00:00.000Z";
  answer(of_turn("episodic", kTurn, offset,
                 {put("memory", merged, {{"content", "a"}}), put("memory", retired, {{"content", "b"}})}));
  answer(of_turn("lifecycle", kTurn, offset, {removal("memory", merged), removal("memory", retired)}));
  const Json log = {{"partition", 0}, {"offset", offset}};
  event("maintenance", {{"kind", "maintenance"},
                        {"type", "merge"},
                        {"id", kEvent},
                        {"persona_id", "helper"},
                        {"stage", "lifecycle"},
                        {"kept", kKept},
                        {"merged", {merged}},
                        {"timestamp", time},
                        {"log", log}});
  event("maintenance", {{"kind", "maintenance"},
                        {"type", "retire"},
                        {"id", kMerged},
                        {"persona_id", "helper"},
                        {"stage", "lifecycle"},
                        {"items", {retired}},
                        {"reason", "retention"},
                        {"timestamp", time},
                        {"log", log}});
  const Report one = memory(merged);
  CHECK(one["things"][0]["ended"]["how"] == "merged");
  CHECK(one["things"][0]["ended"]["into"] == kKept);
  CHECK(contains(text_of(one), "merged into " + std::string(kKept)));
  const Report other = memory(retired);
  CHECK(other["things"][0]["ended"]["how"] == "removed");
  CHECK(contains(other["things"][0]["ended"]["reason"], "retire"));
  CHECK(contains(text_of(other), "reason retention"));
  CHECK(explained(*this, kMerged)["event"]["type"] == "retire");
}

TEST_CASE_FIXTURE(PublicTopics,
                  "an archived item shows that it is archived and the events that archived and restored it") {
  const std::int64_t offset = turn(kTurn, said("The port is 9090."));
  const std::string item = item_id(kTurn, "/turn_data");
  answer(of_turn("episodic", kTurn, offset,
                 {put("memory", item, {{"content", "The port is 9090."}, {"tier", "long_term"}})}));
  answer(of_turn("lifecycle", kTurn, tick(), {patch("memory", item, {{"tier", "archived"}})}));
  const auto happened = [&](const char* type, const char* id, const char* reason) {
    event("maintenance", {{"kind", "maintenance"},
                          {"type", type},
                          {"id", id},
                          {"persona_id", "helper"},
                          {"stage", "lifecycle"},
                          {"items", {item}},
                          {"reason", reason},
                          {"timestamp", "2026-01-01T10:01:00.000Z"},
                          {"log", {{"partition", 0}, {"offset", 1}}}});
  };
  happened("archive", kEvent, "strength below 0.1");
  CHECK(contains(text_of(memory(item)), "tier           archived\n"));
  happened("restore", kMerged, "access");
  const Report report = memory(item);
  CHECK(report["things"][0]["ended"].is_null());
  REQUIRE(report["events"]["count"] == 2);
  CHECK(report["events"]["list"][0]["id"] == kEvent);
  CHECK(report["events"]["list"][1]["type"] == "restore");
  CHECK(explained(*this, kMerged)["event"]["reason"] == "access");
}

TEST_CASE_FIXTURE(PublicTopics, "a topic and an entry of the daily log lead to the words of their turns") {
  const std::int64_t offset = turn(kTurn, said("The port is 9090."));
  const Json sources = Json::array({source(kTurn, "/turn_data")});
  answer(of_turn("episodic", kTurn, offset));
  answer(of_turn(
      "consolidation", kTurn, offset,
      {put("daily", kMerged,
           {{"date", "2026-01-01"}, {"session_id", "s1"}, {"lines", {"ann: The port is 9090."}}, {"sources", sources}}),
       put("topic", kKept,
           {{"topic", "ports"},
            {"event_count", 2},
            {"facts", Json::array({{{"text", "The port is 9090."}, {"sources", sources}}})}})}));
  const Report topic = memory(kKept);
  CHECK(topic["things"][0]["title"] == "ports: 1 fact of 2 items");
  REQUIRE(topic["sources"].size() == 1);
  CHECK(topic["sources"][0]["excerpt"] == "user: The port is 9090.");
  CHECK(contains(text_of(topic), "facts          The port is 9090.\n"));
  const Report daily = memory(kMerged);
  CHECK(daily["things"][0]["title"] == "2026-01-01, session s1: 1 line");
  CHECK(daily["sources"][0]["turn"].get<Place>() == Place{"turns", 3, 100});
  CHECK(contains(text_of(daily), "lines          ann: The port is 9090.\n"));
}

TEST_CASE_FIXTURE(PublicTopics,
                  "a discovery shows what it found and a shared insight that was taken back shows no text") {
  const std::int64_t offset = turn(kTurn, said("The port is 9090."));
  const std::int64_t unshare = command("unshare", kUnshare, {{"ids", {kEvent}}, {"source_persona_id", "teacher"}});
  const Json discovery_value = {{"type", "discovery"},
                                {"connections", {"Ports and tests."}},
                                {"contradictions", Json::array()},
                                {"open_questions", {"Which port?"}},
                                {"sources", Json::array()}};
  answer(of_turn("consolidation", kTurn, offset,
                 {put("insight", kMerged, insight("The zebra is loose.", Json::array())),
                  put("insight", kKept, discovery_value)}));
  answer(of_command("consolidation", kUnshare, unshare, {removal("insight", kMerged)}));
  const Report discovery = memory(kKept);
  CHECK(discovery["things"][0]["title"] == "Ports and tests.");
  CHECK(contains(text_of(discovery), "open_questions Which port?\n"));
  const Report shared = memory(kMerged);
  CHECK(shared["things"][0]["ended"]["how"] == "taken_back");
  CHECK_FALSE(contains(shared.dump(), "zebra"));
}

}  // namespace turnstream::app
