// What explain says of what was forgotten, and of the commands and reports that say so.

#include "pipeline/base/utf8.h"
#include "tests/unit_app/explained.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr const char* kForget = "01JGFJJZ00000000000000000F";
constexpr const char* kNamedMemory = "541d0125-c043-5d36-a218-9a0f8780b922";

Json forget_report(const std::vector<std::string>& ids, std::int64_t log) {
  return {{"kind", "maintenance"},
          {"type", "forget_report"},
          {"id", kEvent},
          {"persona_id", "helper"},
          {"stage", "episodic"},
          {"command_id", kForget},
          {"removed", {{"memory", ids.size()}}},
          {"items", ids},
          {"unshares", Json::array()},
          {"timestamp", "2026-01-01T10:01:00.000Z"},
          {"log", {{"partition", 0}, {"offset", log}}}};
}

/// A turn whose item a command then forgot.
struct Forgotten : PublicTopics {
  Forgotten() {
    const std::int64_t offset = turn(kTurn, said("The zebra is loose."));
    answer(of_turn("episodic", kTurn, offset,
                   {put("memory", item,
                        {{"content", "The zebra is loose."},
                         {"session_id", "s1"},
                         {"provenance",
                          {{"turn_id", kTurn},
                           {"pointer", "/turn_data"},
                           {"topic", "turns"},
                           {"partition", 3},
                           {"offset", 100}}}})}));
    forget = command("forget", kForget, {{"ids", {item}}});
    answer(of_command("episodic", kForget, forget, {removal("memory", item)}));
    event("maintenance", forget_report({item}, forget));
  }
  const std::string item = item_id(kTurn, "/turn_data");
  std::int64_t forget = 0;
};

}  // namespace

TEST_CASE_FIXTURE(Forgotten, "a forgotten item says when and by which command of whom and shows none of its text") {
  const Report report = memory(item);
  const Report& ended = report["things"][0]["ended"];
  CHECK(ended["how"] == "forgotten");
  CHECK(ended["time"] == "2026-01-01T10:01:00.000Z");
  CHECK(ended["stage"] == "episodic");
  CHECK(ended["command"]["id"] == kForget);
  CHECK(ended["command"]["kind"] == "forget");
  CHECK(ended["command"]["issued_by"] == "cli:ann");
  CHECK(ended["command"]["log"].get<Place>() == Place{"turnstream.log", 0, forget});
  CHECK(report["sources"][0]["turn"].get<Place>() == Place{"turns", 3, 100});
  CHECK_FALSE(contains(report.dump(), "zebra"));
  const std::string text = text_of(report);
  CHECK(contains(text, "removed 2026-01-01T10:01:00.000Z by episodic\n  forgotten by command forget " +
                           std::string(kForget) + " by cli:ann, 2026-01-01T11:00:00.000Z\n  its text is not shown\n"));
}

TEST_CASE_FIXTURE(Forgotten, "a turn is forgotten with its item and the report of it has none of its text") {
  const Report report = turn_report(kTurn);
  CHECK(report["forgotten"]["id"] == kForget);
  CHECK(report["records"]["list"][0]["changes"]["count"] == 1);
  CHECK_FALSE(contains(report.dump(), "zebra"));
  CHECK(contains(text_of(report), "\n  by command forget " + std::string(kForget) + " by cli:ann"));
}

TEST_CASE_FIXTURE(Forgotten, "a forget report shows the command and the counts by kind and ids without text") {
  const Report report = explained(*this, kEvent);
  REQUIRE(report.contains("event"));
  CHECK(report["event"]["removed"]["memory"] == 1);
  CHECK(report["cause"]["command"]["id"] == kForget);
  REQUIRE(report["names"]["count"] == 1);
  CHECK(report["names"]["list"][0]["id"] == item);
  CHECK(report["names"]["list"][0]["removed"] == true);
  CHECK_FALSE(contains(report.dump(), "zebra"));
  const std::string text = text_of(report);
  CHECK(contains(text, "removed        memory 1\n"));
  CHECK(contains(text, "caused by  2026-01-01T10:01:00.000Z  turnstream.log[0]@1\n  command forget "));
}

TEST_CASE_FIXTURE(Forgotten, "a command shows who sent it and what it names and what each stage did for it") {
  const Report report = turn_report(kForget);
  CHECK(report["kind"] == "forget");
  CHECK(report["issued_by"] == "cli:ann");
  CHECK(report["args"]["ids"][0] == item);
  const Report& record = report["records"]["list"][0];
  CHECK(record["source"].get<Place>() == Place{"turnstream.commands", 0, 7});
  CHECK(record["stages"][0]["items_removed"] == 1);
  CHECK(record["changes"]["list"][0]["op"] == "delete");
  CHECK(contains(text_of(report), "command forget " + std::string(kForget) + " by cli:ann"));
}

TEST_CASE_FIXTURE(
    PublicTopics,
    "a turn of a forgotten session or persona is forgotten but not one of another session or a later one") {
  turn(kTurn, said("The zebra is loose."));
  Json late = said("It is back.");
  late["timestamp"] = "2026-01-01T12:00:00Z";
  turn(kLater, late);
  command("forget", kForget, {{"session_id", "s2"}});
  CHECK(turn_report(kTurn)["forgotten"].is_null());
  CHECK(turn_report(kTurn)["excerpt"] == "user: The zebra is loose.");
  command("forget", "01JGFJJZ00000000000000000G", {{"session_id", "s1"}});
  CHECK(turn_report(kTurn)["forgotten"]["id"] == "01JGFJJZ00000000000000000G");
  CHECK(turn_report(kTurn)["excerpt"].is_null());
  CHECK(turn_report(kLater)["forgotten"].is_null());
  command("forget", "01JGFJJZ00000000000000000H", {{"all", true}, {"confirm", "helper"}});
  CHECK(turn_report(kTurn)["forgotten"]["id"] == "01JGFJJZ00000000000000000G");
  CHECK(turn_report(kLater)["forgotten"].is_null());
}

TEST_CASE_FIXTURE(PublicTopics, "an id that only a forget report or a forget command names leads to the command") {
  const std::string gone = item_id(kTurn, "/turn_data");
  const std::int64_t offset = command("forget", kForget, {{"ids", {kNamedMemory}}});
  event("maintenance", forget_report({gone}, offset));
  for (const std::string& id : {gone, std::string(kNamedMemory)}) {
    const Report report = explained(*this, id);
    REQUIRE(report.contains("command_id"));
    CHECK(report["command_id"] == kForget);
    REQUIRE(report["asked"].size() == 1);
    CHECK(report["asked"][0]["id"] == id);
    CHECK(report["asked"][0]["how"] == "forgotten");
    CHECK(contains(text_of(report), id + " was forgotten by command " + kForget + ", 2026-01-01T10:0"));
  }
}

TEST_CASE_FIXTURE(PublicTopics, "what left because of its age says so also if a record of its persona came first") {
  const std::int64_t offset = turn(kTurn, said("The zebra is loose."));
  answer(of_turn("consolidation", kTurn, offset, {put("topic", kNamedMemory, {{"topic", "zoo"}})}));
  const std::int64_t later = command("access", kForget, {{"ids", {kTurn}}});
  answer(of_command("consolidation", kForget, later, {removal("topic", kNamedMemory)}));
  event("maintenance", {{"kind", "maintenance"},
                        {"type", "retire"},
                        {"id", kEvent},
                        {"persona_id", "helper"},
                        {"stage", "consolidation"},
                        {"items", {kNamedMemory}},
                        {"reason", "retention"},
                        {"timestamp", "2026-01-01T10:01:00.000Z"},
                        {"log", {{"partition", 0}, {"offset", later}}}});
  const Report report = memory(kNamedMemory);
  CHECK(report["things"][0]["ended"]["how"] == "removed");
  CHECK(report["things"][0]["ended"]["reason"] == "retire, reason retention, stage consolidation");
  const std::string text = text_of(report);
  CHECK(contains(text, "retire, reason retention, stage consolidation\n"));
  CHECK_FALSE(contains(text, "removed by command"));
}

TEST_CASE_FIXTURE(PublicTopics, "a turn that scrub erased is found by its hash and is said to be forgotten") {
  erased_turn(kTurn);
  const Report report = turn_report(kTurn);
  CHECK(report["erased"] == true);
  CHECK(report["excerpt"].is_null());
  CHECK(report["records"]["count"] == 1);
  CHECK(contains(text_of(report), "forgotten before this log was made by `scrub`"));
  CHECK_FALSE(explain(kLater).ok());
}

TEST_CASE_FIXTURE(Forgotten, "no line about what was forgotten is wider than 100 columns") {
  for (const std::string& id : {item, std::string(kTurn), std::string(kEvent), std::string(kForget)}) {
    std::istringstream lines(text_of(explained(*this, id)));
    for (std::string line; std::getline(lines, line);) {
      INFO(line);
      CHECK(count_code_points(line) <= 100);
    }
  }
}

}  // namespace turnstream::app
