// The verbs stats, export and forget, with the program's own stages on the embedded log.
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <thread>

#include "app/log_access/state_directory.h"
#include "app/memory/export_document.h"
#include "app/own_stages.h"
#include "pipeline/json/document.h"
#include "tests/unit_app/contains.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

const std::string kNonsense = "zqwvxjkprtmn";

Json turn_of(int number, const std::string& session, const std::string& said) {
  const std::string two = (number < 10 ? "0" : "") + std::to_string(number);
  return {{"turn_id", "01JGFJJZ000000000000000" + two + "A"},
          {"agent_id", "helper"},
          {"session_id", session},
          {"user_id", "ann"},
          {"timestamp", "2026-01-01T10:" + two + ":00Z"},
          {"turn_data", {{"user_input", said}, {"assistant_response", "Noted."}}}};
}

struct Remembered : ProgramFixture {
  Remembered() {
    use_stages(own_stages());
    Json third = turn_of(3, "s2", "The weather is *fine* <b>today</b>\x1b[31m in the harbour");
    third["agent_id"] = "teacher";
    Json first = turn_of(1, "s1", "I prefer TypeScript for large codebases");
    first["observations"] = {
        {{"id", "o1"}, {"type", "observation"}, {"content", "The ferry to the islands leaves at nine"}}};
    const std::string turns = first.dump() + "\n" +
                              turn_of(2, "s2", "The " + kNonsense + " port is 8080 and I like " + kNonsense).dump() +
                              "\n" + third.dump() + "\n";
    REQUIRE(here({"publish"}, turns).exit == 0);
    drain();
  }
  Outcome here(std::vector<std::string> arguments, const std::string& input = "") {
    return run_in("state", std::move(arguments), input);
  }
  void drain() { REQUIRE(here({"run", "--until-drained", "--listen", "127.0.0.1:0", "--quiet"}).exit == 0); }
  Json exported(const std::string& persona = "helper") {
    const Outcome outcome = here({"export", persona, "--json"});
    INFO(outcome.err);
    REQUIRE(outcome.exit == 0);
    return Json::parse(outcome.out);
  }
};

}  // namespace

TEST_CASE_FIXTURE(Remembered, "stats counts the memory of one persona") {
  const Outcome outcome = here({"stats", "helper", "--json"});
  REQUIRE(outcome.exit == 0);
  const Json stats = Json::parse(outcome.out);
  CHECK(stats["persona_id"] == "helper");
  CHECK(stats["working_memory"]["working_memory_count"] == 3);
  CHECK(stats["working_memory"]["memory_pressure"] == 0.003);
  CHECK(stats["working_memory"]["entries"] == 3);
  CHECK(stats["working_memory"]["total_consolidated"] == 0);
  CHECK(stats["short_term"]["size"] == 3);
  CHECK(stats["sessions"]["sessions"] == 2);
  CHECK(stats["sessions"]["dirty"] == 2);
  CHECK(stats["sessions"]["messages_waiting"] == 4);
  CHECK(stats["insights"] == Json{{"extracted", 0}, {"meta", 0}, {"shared", 0}, {"discovery", 0}});
  CHECK(stats["long_term"]["items_max"] == 100'000);
  CHECK(stats["long_term"]["archived_max"] == 0);
  CHECK(stats["long_term"]["stale"] == 0);
  CHECK(stats["patterns"]["preference"] >= 1);
  CHECK(stats["cost_today"]["usd"] == 0.0);
  const Outcome text = here({"stats", "helper"});
  CHECK(text.exit == 0);
  CHECK(contains(text.out, "3 waiting, pressure 0.003, 0 consolidated altogether"));
  CHECK(contains(text.out, "0 items of at most 100000, 0 archived (no maximum)"));
}

TEST_CASE_FIXTURE(Remembered, "stats counts insights after a sweep and the quota of a settings record") {
  REQUIRE(here({"sweep", "--persona", "helper", "--wait", "0"}).exit == 0);
  REQUIRE(here({"run", "--until-drained", "--listen", "127.0.0.1:0", "--quiet", "--set",
                "memory.lifecycle.long_term_items_max=77"})
              .exit == 0);
  const Json stats = Json::parse(here({"stats", "helper", "--json"}).out);
  CHECK(stats["insights"]["extracted"] >= 1);
  CHECK(stats["working_memory"]["working_memory_count"] == 0);
  CHECK(stats["working_memory"]["total_consolidated"] == 3);
  CHECK(stats["long_term"]["items_max"] == 77);
}

TEST_CASE_FIXTURE(Remembered, "stats and export of an unknown persona end with exit code 1") {
  for (const std::string verb : {"stats", "export"}) {
    const Outcome outcome = here({verb, "nobody"});
    CHECK(outcome.exit == 1);
    CHECK(contains(outcome.err, "nothing is known of persona nobody"));
    CHECK(outcome.out.empty());
  }
}

TEST_CASE_FIXTURE(Remembered, "an export has all memories of one persona and nothing of another") {
  const Json document = exported();
  CHECK(document["kind"] == "persona_export");
  CHECK(document["schema_version"] == 1);
  REQUIRE(document["items"].size() == 3);
  CHECK(contains(document["items"].dump(), "User: I prefer TypeScript for large codebases\\nMe: Noted."));
  CHECK(document["items"][2]["timestamp"] == "2026-01-01T10:02:00.000Z");
  CHECK(document["sessions"].size() == 2);
  CHECK(document["working_memory"].size() == 3);
  CHECK_FALSE(document["patterns"].empty());
  CHECK(contains(document.dump(), kNonsense));
  CHECK_FALSE(contains(document.dump(), "harbour"));
  CHECK(exported() == document);
  CHECK(contains(exported("teacher").dump(), "harbour"));
}

TEST_CASE_FIXTURE(Remembered,
                  "an export as Markdown shows who said it and cannot become markup or a command to a terminal") {
  const Outcome outcome = here({"export", "teacher", "--format", "markdown"});
  REQUIRE(outcome.exit == 0);
  CHECK(contains(outcome.out, "# Memory of teacher\n"));
  CHECK(contains(outcome.out, "### 2026-01-01\n"));
  CHECK(contains(outcome.out, "> **ann:** The weather is \\*fine\\* \\<b\\>today\\</b\\>"));
  CHECK(contains(outcome.out, "> **teacher:** Noted."));
  CHECK_FALSE(contains(outcome.out, "\x1b"));
}

TEST_CASE("an export as Markdown has what a discovery found in words") {
  const std::string page = export_markdown(json::parse_ordered(
      R"({"persona_id":"helper","as_of":"2026-01-01T10:00:00.000Z","insights":[{"type":"discovery",
          "contradictions":["The port is 8080 and 9090."],"connections":["Both are ports."],"open_questions":[],
          "importance":0.5,"extracted_at":"2026-01-01T10:00:00.000Z"}]})"));
  CHECK(contains(page, "- Contradiction: The port is 8080 and 9090. Connection: Both are ports. (discovery"));
}

TEST_CASE_FIXTURE(Remembered, "an export goes to a file and refuses what it cannot write") {
  const std::string file = path("helper.json");
  REQUIRE(here({"export", "helper", "--output", file}).exit == 0);
  std::ifstream in(file);
  CHECK(Json::parse(in) == exported());
  CHECK(here({"export", "helper", "--output", path("no/such/folder")}).exit == 1);
  CHECK(here({"export", "helper", "--format", "xml"}).exit == 2);
  CHECK(here({"export", "helper", "--format", "markdown", "--json"}).exit == 2);
}

TEST_CASE_FIXTURE(Remembered, "a dry run of a sweep shows what the sweep then does and changes nothing") {
  const Json before = exported();
  const std::string log_before = here({"digest"}).out;
  const Outcome text = here({"sweep", "--persona", "helper", "--dry-run"});
  REQUIRE(text.exit == 0);
  CHECK(contains(text.out, "+ insight  The ferry to the islands leaves at nine"));
  CHECK(contains(text.out, "- drops    "));
  CHECK(contains(text.out, "nothing was changed"));
  const Json preview = Json::parse(here({"sweep", "--persona", "helper", "--dry-run", "--json"}).out);
  CHECK(exported() == before);
  CHECK(here({"digest"}).out == log_before);

  REQUIRE(here({"sweep", "--persona", "helper", "--wait", "0"}).exit == 0);
  drain();
  const Json after = exported();
  REQUIRE(after["insights"].size() == preview["insights"].size());
  for (std::size_t i = 0; i < after["insights"].size(); ++i) {
    CHECK(after["insights"][i]["id"] == preview["insights"][i]["id"]);
    CHECK(after["insights"][i]["summary"] == preview["insights"][i]["summary"]);
  }
  CHECK(before["working_memory"].size() - after["working_memory"].size() == preview["dropped"].size());
  CHECK(here({"sweep", "--persona", "nobody", "--dry-run"}).exit == 1);
}

TEST_CASE_FIXTURE(Remembered, "a command that names nothing or that intake would refuse is not sent") {
  const std::vector<std::vector<std::string>> wrong = {
      {"access"},
      {"unforget"},
      {"unforget", "--session", "s1"},
      {"grant", "--to", "helper"},
      {"sweep", "--pass", "nonsense"},
      {"sweep", "--since", "yesterday"},
  };
  for (std::vector<std::string> arguments : wrong) {
    CAPTURE(arguments.front());
    arguments.insert(arguments.end(), {"--persona", "helper"});
    const Outcome outcome = here(arguments);
    CHECK(outcome.exit == 2);
    CHECK(!outcome.err.empty());
  }
  for (const std::string how : {"", "--dry-run"}) {
    std::vector<std::string> arguments = {"sweep", "--persona", "helper", "--since", "yesterday"};
    arguments.insert(arguments.end(), how.empty() ? 0 : 1, how);
    CHECK(contains(here(arguments).err, "write a time such as 2026-01-01T10:00:00Z, or a date"));
  }
  CHECK(contains(here({"sweep", "--persona", "helper", "--pass", "nonsense"}).err,
                 "/args/passes/0 must be one of consolidate, topics"));
  CHECK(contains(here({"forget", "--persona", "helper", "--user", "nobody"}).out, "has no memory of user nobody"));
  CHECK(here({"tail", "turnstream.commands", "--from-beginning", "--raw"}).out.empty());
}

TEST_CASE_FIXTURE(Remembered,
                  "a sweep takes a date alone as its beginning and an access splits many ids into commands") {
  CHECK(contains(here({"sweep", "--persona", "helper", "--since", "2030-01-01", "--dry-run"}).out, "nothing"));
  REQUIRE(here({"sweep", "--persona", "helper", "--since", "2030-01-01", "--wait", "0"}).exit == 0);
  CHECK(contains(here({"tail", "turnstream.commands", "--from-beginning", "--raw"}).out,
                 "\"since\":\"2030-01-01T00:00:00Z\""));
  std::vector<std::string> access = {"access", "--persona", "helper", "--wait", "0", "--json"};
  for (int i = 0; i < 1001; ++i) {
    access.push_back("id-" + std::to_string(i));
  }
  const Outcome outcome = here(access);
  REQUIRE(outcome.exit == 0);
  CHECK(Json::parse(outcome.out)["command_ids"].size() == 2);
}

TEST_CASE_FIXTURE(Remembered, "a dry run of a sweep shows the lines of the daily log") {
  const Json preview =
      Json::parse(here({"sweep", "--persona", "helper", "--pass", "flush", "--dry-run", "--json"}).out);
  REQUIRE_FALSE(preview["daily"].empty());
  CHECK_FALSE(preview["daily"][0]["lines"].empty());
  CHECK(contains(here({"sweep", "--persona", "helper", "--pass", "flush", "--dry-run"}).out, "+ daily    "));
}

TEST_CASE_FIXTURE(Remembered,
                  "a question without a process changes nothing and several are answered at the same time") {
  const std::vector<std::string> question = {"recall", "--persona", "helper", "TypeScript"};
  const Result<ReadLock> other = ReadLock::take(path("state"));
  REQUIRE(other.ok());
  const Outcome answer = here(question);
  CHECK(answer.exit == 0);
  CHECK(contains(answer.out, "I prefer TypeScript"));
  CHECK(contains(answer.err, "no process runs: memory as of "));

  const Outcome none = run_in("none", question);
  CHECK(none.exit == 0);
  CHECK(contains(none.err, "memory is empty"));
  CHECK_FALSE(std::filesystem::exists(path("none")));
}

TEST_CASE_FIXTURE(Remembered, "a question waits while another verb has the state directory") {
  auto holder = std::make_unique<Result<StateDirectory>>(StateDirectory::open(path("state"), "turnstream publish"));
  REQUIRE(holder->ok());
  std::jthread leaves([&holder] {
    ::poll(nullptr, 0, 200);  // milliseconds
    holder.reset();
  });
  CHECK(contains(here({"recall", "--persona", "helper", "TypeScript"}).out, "I prefer TypeScript"));
}

}  // namespace turnstream::app
