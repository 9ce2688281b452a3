#include <doctest/doctest.h>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// The clock `event` makes runs comparable, because log_time comes from the turns.
const std::vector<std::string> kSettings = {"--quiet", "--set", "intake.clock=event", "--set", "topics.partitions=2"};

Outcome run_drained(ProgramFixture& program, const std::string& state, const std::vector<std::string>& more = {}) {
  return program.run_in(state, with(with({"run", "--until-drained", "--listen", ""}, kSettings), more));
}

void publish(ProgramFixture& program, const std::string& state, int turns, int seed = 1) {
  const Outcome generated =
      program.run({"generate", "--turns", std::to_string(turns), "--seed", std::to_string(seed), "--quiet"});
  REQUIRE(program.run_in(state, with({"publish"}, kSettings), generated.out).exit == 0);
}

Json digest(ProgramFixture& program, const std::string& state, const std::vector<std::string>& more = {}) {
  const Outcome outcome = program.run_in(state, with(with({"digest", "--json"}, kSettings), more));
  REQUIRE(outcome.exit == 0);
  return Json::parse(outcome.out);
}

TEST_CASE("a run processes what was published and ends when it is drained") {
  ProgramFixture program;
  publish(program, "s", 40);
  const Outcome outcome = run_drained(program, "s");
  INFO(outcome.err);
  REQUIRE(outcome.exit == 0);
  const Json all = digest(program, "s", {"--wait"});
  CHECK(all["namespace"] == "turnstream");
  REQUIRE(all["stages"].size() == testpipeline::kReferenceStages);
  for (const auto& entry : all["stages"].items()) {
    const Json& stage = entry.value();
    INFO(entry.key());
    CHECK(stage["position"] == all["log_end"]);
    CHECK(stage["state"].get<std::string>().substr(0, 7) == "sha256:");
  }
  CHECK(all["outputs"].contains("dead-letters"));
}

TEST_CASE("over one log fused and phased and several workers give the same digests") {
  ProgramFixture program;
  publish(program, "origin", 60);
  REQUIRE(run_drained(program, "origin").exit == 0);
  const std::string log = program.path("log.ndjson");
  REQUIRE(program.run_in("origin", with({"log", "export", log}, kSettings)).exit == 0);
  const Json original = digest(program, "origin");

  const std::vector<std::vector<std::string>> ways = {{"--grouping", "phased"}, {"--workers", "2"}};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const std::string state = "replay" + std::to_string(i);
    REQUIRE(program.run_in(state, with({"log", "import", log}, kSettings)).exit == 0);
    const std::vector<std::string> replay = {"--namespace", "replay", "--log-of", "turnstream"};
    const Outcome outcome = run_drained(program, state, with(replay, ways[i]));
    INFO(outcome.err);
    REQUIRE(outcome.exit == 0);
    const Json again = digest(program, state, with({"--wait"}, replay));
    CHECK(again["log_end"] == original["log_end"]);
    CHECK(again["stages"] == original["stages"]);
    CHECK(again["outputs"] == original["outputs"]);
  }
}

TEST_CASE("waiting for a digest with nothing running is an error and not a wait") {
  ProgramFixture program;
  publish(program, "s", 5);
  const Outcome outcome = program.run_in("s", with({"digest", "--wait"}, kSettings));
  CHECK(outcome.exit == 1);
  CHECK(outcome.err.find("no `turnstream run`") != std::string::npos);
}

TEST_CASE("a turn that intake refused is a dead letter and cannot be redriven") {
  ProgramFixture program;
  REQUIRE(program.run_in("s", with({"publish", "--unchecked"}, kSettings), "not json\n").exit == 0);
  // Under the event clock a pipeline has no time before the first turn.
  publish(program, "s", 20);
  REQUIRE(run_drained(program, "s").exit == 0);
  const auto lines = lines_of(program.run_in("s", with({"tail", "dead-letters", "--json"}, kSettings)).out);
  REQUIRE(lines.size() == 1);
  CHECK(Json::parse(lines[0])["value"] == "not json");
  CHECK(Json::parse(lines[0])["headers"]["dl_reason"] == "invalid_json");
  CHECK(program.run_in("s", with({"redrive", "--stage", "intake", "--all"}, kSettings)).exit == 2);
  CHECK(program.run_in("s", with({"redrive", "--stage", "semantic", "--all"}, kSettings)).exit == 3);
}

TEST_CASE("a digest of nothing is an error that names the dead letters under both clocks") {
  for (const std::string clock : {"event", "wall"}) {
    CAPTURE(clock);
    const std::vector<std::string> settings = {"--quiet", "--set", "intake.clock=" + clock, "--set",
                                               "topics.partitions=2"};
    ProgramFixture program;
    REQUIRE(program.run_in("s", with({"publish", "--unchecked"}, settings), "not json\n{}\nnor this\n").exit == 0);
    REQUIRE(program.run_in("s", with({"run", "--until-drained", "--listen", ""}, settings)).exit == 0);
    const Outcome refused = program.run_in("s", with({"digest"}, settings));
    CHECK(refused.exit == 3);
    CHECK(refused.err.find("no memory and no completion of a turn") != std::string::npos);
    CHECK(refused.err.find("3 dead letters") != std::string::npos);
    CHECK(refused.err.find("intake invalid_json 2, intake schema 1") != std::string::npos);
    CHECK(refused.err.find("turnstream tail dead-letters --from-beginning") != std::string::npos);
    for (const std::string output :
         {"consolidation    ", "insights         ", "maintenance      ", "dead-letters     "}) {
      CHECK(refused.out.find("\n" + output + "empty\n") != std::string::npos);
    }
    const Outcome json = program.run_in("s", with({"digest", "--json"}, settings));
    CHECK(json.exit == 3);
    const Json digest = Json::parse(json.out);
    CHECK(digest["empty"] == true);
    CHECK(digest["dead_letters"][0] == Json{{"stage", "intake"}, {"reason", "invalid_json"}, {"count", 2}});
    CHECK(digest["outputs"]["insights"] == "empty");
    if (clock == "event") {  // not even the settings are in the log before the first turn
      CHECK(digest["stages"]["episodic"]["state"] == "empty");
      CHECK(digest["stages"]["episodic"]["completions"] == "empty");
    }
  }
}

TEST_CASE("a digest where nothing was ever processed says what to do under both clocks") {
  for (const std::string clock : {"event", "wall"}) {
    CAPTURE(clock);
    ProgramFixture program;
    REQUIRE(program.run_in("t", {"topics", "create", "--quiet"}).exit == 0);
    const std::vector<std::string> settings = {"--quiet", "--set", "intake.clock=" + clock};
    for (int runs = 0; runs < 2; ++runs) {
      const Outcome nothing = program.run_in("t", with({"digest"}, settings));
      CHECK(nothing.exit == 1);
      CHECK(nothing.err.find("publish turns") != std::string::npos);
      REQUIRE(program.run_in("t", with({"run", "--until-drained", "--listen", ""}, settings)).exit == 0);
    }
  }
}

TEST_CASE("dead letters do not make a digest of good turns empty") {
  ProgramFixture program;
  REQUIRE(program.run_in("s", with({"publish", "--unchecked"}, kSettings), "not json\n").exit == 0);
  publish(program, "s", 5);
  REQUIRE(run_drained(program, "s").exit == 0);
  const Json all = digest(program, "s");
  CHECK(all["empty"] == false);
  CHECK(all["stages"]["episodic"]["completions"].get<std::string>().substr(0, 7) == "sha256:");
  CHECK(all["outputs"]["dead-letters"] == "empty");
}

TEST_CASE("a failed turn is redriven after its cause is fixed") {
  ProgramFixture program;
  publish(program, "s", 20);
  const auto turn = Json::parse(lines_of(program.run({"generate", "--turns", "20", "--quiet"}).out)[7]);
  const std::string turn_id = turn["turn_id"];
  const Outcome failed =
      run_drained(program, "s",
                  {"--set", "faults.allowed=true", "--set", "faults.inject=semantic:" + turn_id + ":deterministic:1"});
  REQUIRE(failed.exit == 0);
  const Outcome redriven = program.run_in("s", with({"redrive", "--stage", "semantic", turn_id, "--json"}, kSettings));
  INFO(redriven.err);
  REQUIRE(redriven.exit == 0);
  CHECK(Json::parse(redriven.out)["redriven"] == 1);
  REQUIRE(run_drained(program, "s").exit == 0);
  int successes = 0;
  for (const std::string& line : lines_of(
           program.run_in("s", with({"tail", "completions.semantic", "--from-beginning", "--raw"}, kSettings)).out)) {
    const Json completion = Json::parse(line);
    if (completion["cause"]["kind"] == "redrive") {
      CHECK(completion["status"] == "success");
      ++successes;
    }
  }
  CHECK(successes == 1);
}

TEST_CASE("turns of two personas with one turn id are both redriven") {
  ProgramFixture program;
  Json turn = Json::parse(lines_of(program.run({"generate", "--turns", "1", "--quiet"}).out)[0]);
  turn["agent_id"] = "first";
  std::string input = turn.dump() + "\n";
  turn["agent_id"] = "second";
  input += turn.dump() + "\n";
  REQUIRE(program.run_in("s", with({"publish"}, kSettings), input).exit == 0);
  const std::string fault = "faults.inject=semantic:" + turn["turn_id"].get<std::string>() + ":deterministic:2";
  REQUIRE(run_drained(program, "s", {"--set", "faults.allowed=true", "--set", fault}).exit == 0);
  const Outcome redriven = program.run_in("s", with({"redrive", "--stage", "semantic", "--all", "--json"}, kSettings));
  INFO(redriven.err);
  REQUIRE(redriven.exit == 0);
  CHECK(Json::parse(redriven.out)["redriven"] == 2);
}

TEST_CASE("intake applies its lowered limits") {
  ProgramFixture program;
  const std::string line = lines_of(program.run({"generate", "--turns", "1", "--quiet"}).out)[0];
  const std::string large = line + std::string(4'096, ' ');
  REQUIRE(program.run_in("s", with({"publish", "--unchecked"}, kSettings), large + "\n").exit == 0);
  REQUIRE(run_drained(program, "s", {"--set", "intake.turn_bytes_max=4096"}).exit == 0);
  const auto lines = lines_of(program.run_in("s", with({"tail", "dead-letters", "--json"}, kSettings)).out);
  REQUIRE(lines.size() == 1);
  CHECK(Json::parse(lines[0])["headers"]["dl_reason"] == "too_large");
}

TEST_CASE("a command that waits for the first turn does not keep a run from draining and is taken with the turn") {
  ProgramFixture program;
  REQUIRE(run_drained(program, "s").exit == 0);
  const Json command = {{"kind", "sweep"},
                        {"command_id", "01JGFJJZ00000000000000000C"},
                        {"persona_id", "helper"},
                        {"args", Json::object()}};
  const Json record = {{"p", 0}, {"o", 0}, {"k", "helper"}, {"v", command.dump()}, {"h", Json::array()}};
  const std::string file = program.write_file(
      "commands", R"({"kind":"log_export","format":1,"topic":"turnstream.commands","partitions":2})"
                  "\n" +
                      record.dump() + "\n" + R"({"kind":"log_export_end","next":[1,0],"records":1})" + "\n");
  const Outcome sent = program.run_in("s", with({"log", "import", "--topic", "turnstream.commands", file}, kSettings));
  INFO(sent.err);
  REQUIRE(sent.exit == 0);
  const auto commands_logged = [&] {
    int found = 0;
    for (const auto& line :
         lines_of(program.run_in("s", with({"tail", "log", "--from-beginning", "--json"}, kSettings)).out)) {
      found += Json::parse(line)["headers"]["kind"] == "command" ? 1 : 0;
    }
    return found;
  };
  REQUIRE(run_drained(program, "s").exit == 0);
  CHECK(commands_logged() == 0);
  publish(program, "s", 40);
  REQUIRE(run_drained(program, "s").exit == 0);
  CHECK(commands_logged() == 1);
}

TEST_CASE("settings that cannot be run are refused") {
  ProgramFixture program;
  CHECK(run_drained(program, "s", {"--stages", "memory"}).exit == 2);
  CHECK(run_drained(program, "s", {"--stages", "intake,semantic"}).exit == 2);
  CHECK(run_drained(program, "s", {"--log-of", "nowhere"}).exit == 2);
}

TEST_CASE("state is dumped through the stage that wrote it") {
  ProgramFixture program;
  publish(program, "s", 10);
  REQUIRE(run_drained(program, "s").exit == 0);
  const auto rows = lines_of(program.run_in("s", with({"state", "dump", "--stage", "episodic"}, kSettings)).out);
  REQUIRE(!rows.empty());
  CHECK(Json::parse(rows[0])["value"].contains("key"));
  const auto sizes =
      lines_of(program.run_in("s", with({"state", "dump", "--stage", "episodic", "--sizes"}, kSettings)).out);
  std::map<std::string, std::int64_t> rows_of;
  for (const std::string& row : rows) {
    ++rows_of[Json::parse(row)["persona_id"]];
  }
  REQUIRE(sizes.size() == rows_of.size());
  for (const std::string& size : sizes) {
    CHECK(Json::parse(size)["rows"] == rows_of[Json::parse(size)["persona_id"]]);
    CHECK(Json::parse(size)["bytes"] > 0);
  }
  CHECK(program.run_in("s", with({"state", "dump", "--stage", "memory"}, kSettings)).exit == 2);
  const Outcome doctor = program.run_in("s", with({"doctor", "--json"}, kSettings));
  INFO(doctor.out);
  CHECK(doctor.exit == 0);
}

TEST_CASE("a run whose tokens file is missing or wrong ends with the file and the line and the reason") {
  ProgramFixture program;
  publish(program, "s", 1);
  const std::vector<std::string> setting = {"--set", "http.tokens_file=" + program.path("tokens")};
  const Outcome missing = run_drained(program, "s", setting);
  CHECK(missing.exit == 2);
  CHECK(missing.err.find("the tokens file " + program.path("tokens") +
                         " (http.tokens_file) cannot be read: No such file") != std::string::npos);
  const std::string hash(64, 'a');
  program.write_file("tokens", "# ours\nsha256:" + hash + " read,wipe *\n");
  const Outcome wrong = run_drained(program, "s", setting);
  CHECK(wrong.exit == 2);
  CHECK(wrong.err.find("line 2: the second field must be one or more of read, write and admin") != std::string::npos);
  CHECK(wrong.err.find(hash) == std::string::npos);
  program.write_file("tokens", "sha256:" + hash + " read,write *\n");
  CHECK(run_drained(program, "s", setting).exit == 0);
  const Outcome shown = program.run_in("s", with({"config"}, setting));
  CHECK(shown.out.find(program.path("tokens")) != std::string::npos);
  CHECK(shown.out.find(hash) == std::string::npos);
}

}  // namespace
}  // namespace turnstream::app
