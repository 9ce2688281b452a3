#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/log_access/state_directory.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/log/embedded/socket/socket_server.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

std::string turns(ProgramFixture& program, int count, int seed = 1) {
  return program.run({"generate", "--turns", std::to_string(count), "--seed", std::to_string(seed)}).out;
}

TEST_CASE("published turns are in the topic unchanged and keyed by persona") {
  ProgramFixture program;
  const std::string sent = turns(program, 30);
  const Outcome outcome = program.run_in("s", {"publish", "-", "--json"}, sent);
  REQUIRE(outcome.exit == 0);
  CHECK(nlohmann::json::parse(outcome.out)["sent"] == 30);

  std::vector<std::string> expected = lines_of(sent);
  std::vector<std::string> got = lines_of(program.run_in("s", {"tail", "turns", "--from-beginning", "--raw"}).out);
  std::sort(expected.begin(), expected.end());
  std::sort(got.begin(), got.end());
  CHECK(got == expected);
  for (const std::string& line : lines_of(program.run_in("s", {"tail", "turns", "--from-beginning", "--json"}).out)) {
    const auto record = nlohmann::json::parse(line);
    CHECK(record["key"] == nlohmann::json::parse(record["value"].get<std::string>())["agent_id"]);
  }
}

TEST_CASE("refused lines are named by number and reason and the rest is sent") {
  ProgramFixture program;
  std::vector<std::string> lines = lines_of(turns(program, 3));
  const std::string input = lines[0] + "\n\nnot json\n" + lines[1] + "\n{\"agent_id\":\"x\"}\n" + lines[2] + "\n";
  const Outcome outcome = program.run_in("s", {"publish", "--json"}, input);
  CHECK(outcome.exit == 3);
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(json["sent"] == 3);
  REQUIRE(json["refusals"].size() == 2);
  CHECK(json["refusals"][0]["line"] == 3);
  CHECK(json["refusals"][0]["code"] == "invalid_json");
  CHECK(json["refusals"][1]["line"] == 5);
  CHECK(json["refusals"][1]["code"] == "schema");
  const Outcome text = program.run_in("s", {"publish"}, input);
  CHECK(text.err.find("line 3 refused: invalid_json") != std::string::npos);
}

TEST_CASE("a turn with a UUID is sent and one with a UUID in braces is refused with the reason") {
  ProgramFixture program;
  const std::string uuid = "0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f";
  auto turn = nlohmann::json::parse(lines_of(turns(program, 1)).front());
  std::string input;
  for (const std::string& id : {uuid, "{" + uuid + "}"}) {
    turn["turn_id"] = id;
    input += turn.dump() + "\n";
  }
  const Outcome outcome = program.run_in("s", {"publish"}, input);
  CHECK(outcome.exit == 3);
  CHECK(outcome.err.find("line 2 refused: schema") != std::string::npos);
  CHECK(outcome.err.find("braces") != std::string::npos);
  const auto got = lines_of(program.run_in("s", {"tail", "turns", "--from-beginning", "--raw"}).out);
  REQUIRE(got.size() == 1);
  CHECK(nlohmann::json::parse(got[0])["turn_id"] == uuid);
}

/// A log as another process would serve it. It stores `records` records; then its disk is full.
class FullLog {
 public:
  FullLog(const std::string& path, int records)
      : directory_(StateDirectory::open(path, "a test")), cluster_(clock_), left_(records) {
    REQUIRE(directory_.ok());
    cluster_.set_fault_hook([this](log::embedded::Operation operation, const std::string&) -> std::optional<Error> {
      if (operation == log::embedded::Operation::kProduce && left_-- <= 0) {
        return make_error("storage_failed", Reaction::kStopProcess, "the disk is full");
      }
      return std::nullopt;
    });
    auto server = log::embedded::SocketServer::start(cluster_, StateDirectory::socket(path));
    REQUIRE(server.ok());
    server_ = std::move(server).value();
  }

 private:
  Result<StateDirectory> directory_;
  SystemClock clock_;
  log::embedded::Cluster cluster_;
  int left_;
  std::unique_ptr<log::embedded::SocketServer> server_;
};

TEST_CASE("only turns that the log has stored count as sent and the report has all counts") {
  ProgramFixture program;
  const FullLog full(program.path("s"), 1'000);
  const std::string input = turns(program, 2'000) + "not json\n";
  const Outcome json = program.run_in("s", {"publish", "--json"}, input);
  INFO(json.err);
  CHECK(json.exit == 1);
  const auto report = nlohmann::json::parse(json.out);
  CHECK(report["sent"] == 1'000);
  CHECK(report["not_stored"].get<int>() + report["unknown"].get<int>() > 0);
  const std::string message = nlohmann::json::parse(json.err)["error"]["message"];
  CHECK(message.find(" turns only 1000 are certainly stored; publish all again") != std::string::npos);
  CHECK(message.find("the disk is full") != std::string::npos);
  CHECK(lines_of(program.run_in("s", {"tail", "turns", "--from-beginning", "--raw"}).out).size() == 1'000);
}

TEST_CASE("refused lines are reported even if the log stored nothing") {
  ProgramFixture program;
  const FullLog full(program.path("s"), 0);
  const Outcome text = program.run_in("s", {"publish"}, lines_of(turns(program, 1))[0] + "\nnot json\n");
  CHECK(text.exit == 1);
  CHECK(text.out.find("sent 0 turns to turns, refused 1") == 0);
  CHECK(text.err.find("line 2 refused: invalid_json") == 0);
  CHECK(text.err.find("it is unknown whether 1 more turns are in turns") != std::string::npos);
}

// The kernel refuses to read the file, because no memory is mapped at address 0.
constexpr const char* kUnreadable = "/proc/self/mem";

TEST_CASE("a file that cannot be read to its end is an error") {
  ProgramFixture program;
  const Outcome outcome = program.run_in("s", {"publish", "--json", kUnreadable});
  CHECK(outcome.exit == 1);
  CHECK(nlohmann::json::parse(outcome.out)["sent"] == 0);
  CHECK(nlohmann::json::parse(outcome.err)["error"]["message"] ==
        "cannot read /proc/self/mem: Input/output error; nothing was sent");
  const Outcome imported = program.run_in("s", {"log", "import", kUnreadable});
  CHECK(imported.exit == 1);
  CHECK(imported.err.find("cannot read /proc/self/mem: Input/output error") != std::string::npos);
}

TEST_CASE("unchecked lines are sent as they are") {
  ProgramFixture program;
  CHECK(program.run_in("s", {"publish", "--unchecked"}, "not json\n{}\n").exit == 0);
  CHECK(lines_of(program.run_in("s", {"tail", "turns", "--from-beginning", "--raw"}).out).size() == 2);
}

TEST_CASE("an unchecked line that begins with a bracket or a blank is one record with its own bytes") {
  ProgramFixture program;
  const std::vector<std::string> sent = {"[1,2,{\"a\":3}]", "  [", "{\"open\": ", " x \r"};
  std::string input;
  for (const std::string& line : sent) {
    input += line + "\n\n";
  }
  const Outcome outcome = program.run_in("s", {"publish", "--unchecked", "--json"}, input);
  CHECK(nlohmann::json::parse(outcome.out)["sent"] == 4);
  std::vector<std::string> got;
  for (const std::string& line : lines_of(program.run_in("s", {"tail", "turns", "--from-beginning", "--json"}).out)) {
    got.push_back(nlohmann::json::parse(line)["value"]);
  }
  std::sort(got.begin(), got.end());
  std::vector<std::string> expected = sent;
  std::sort(expected.begin(), expected.end());
  CHECK(got == expected);
}

TEST_CASE("an array in a file is published like lines") {
  ProgramFixture program;
  const std::vector<std::string> lines = lines_of(turns(program, 2));
  const std::string file = program.write_file("turns.json", "[" + lines[0] + ",\n" + lines[1] + "]");
  CHECK(program.run_in("s", {"publish", file}).exit == 0);
  CHECK(program.run_in("s", {"publish", program.path("absent")}).exit == 1);
  CHECK(program.run_in("s", {"tail", "turns", "--from-beginning", "--raw", "--limit", "1"}).out.size() > 1'000);
}

TEST_CASE("pretty-printed turns are published in their own bytes and refused by their first line") {
  ProgramFixture program;
  const std::vector<std::string> lines = lines_of(turns(program, 2));
  const std::string first = nlohmann::json::parse(lines[0]).dump(2);
  const std::string second = nlohmann::json::parse(lines[1]).dump(4);
  const Outcome outcome =
      program.run_in("s", {"publish", "--json"}, first + "\n{\n  \"agent_id\": \"x\"\n}\n" + second + "\n");
  CHECK(outcome.exit == 3);
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(json["sent"] == 2);
  REQUIRE(json["refusals"].size() == 1);
  CHECK(json["refusals"][0]["line"] == lines_of(first).size() + 1);
  CHECK(json["refusals"][0]["code"] == "schema");
  const std::string got = program.run_in("s", {"tail", "turns", "--from-beginning", "--raw"}).out;
  CHECK(got.find(first + "\n") != std::string::npos);
  CHECK(got.find(second + "\n") != std::string::npos);
  const Outcome large = program.run_in(
      "s", {"publish", "--json", "--set", "intake.turn_bytes_max=" + std::to_string(first.size() - 1)}, first);
  CHECK(nlohmann::json::parse(large.out)["refusals"][0]["code"] == "too_large");
}

TEST_CASE("a turn from the future is refused before it is sent") {
  ProgramFixture program;
  const Outcome generated = program.run({"generate", "--turns", "1", "--start", "2999-01-01T00:00:00Z"});
  const Outcome outcome = program.run_in("s", {"publish", "--json"}, generated.out);
  CHECK(outcome.exit == 3);
  CHECK(nlohmann::json::parse(outcome.out)["refusals"][0]["code"] == "timestamp_in_future");
}

TEST_CASE("lowered limits of intake hold for what is published") {
  ProgramFixture program;
  const std::string turn = turns(program, 1);
  const auto code_with = [&](const std::string& setting) {
    const Outcome outcome = program.run_in("s", {"publish", "--json", "--set", setting}, turn);
    const auto json = nlohmann::json::parse(outcome.out);
    return outcome.exit == 3 ? json["refusals"][0]["code"].get<std::string>() : std::to_string(outcome.exit);
  };
  const auto size = turn.size() - 1;  // without the line's end
  REQUIRE(size > 1'024);
  CHECK(code_with("intake.turn_bytes_max=" + std::to_string(size)) == "0");
  CHECK(code_with("intake.turn_bytes_max=" + std::to_string(size - 1)) == "too_large");
  const std::string deep = R"({"x":{"x":{"x":{"x":{}}}},)" + turn.substr(1);
  CHECK(program.run_in("s", {"publish"}, deep).exit == 0);
  CHECK(program.run_in("s", {"publish", "--set", "intake.depth_max=4"}, deep).exit == 3);
}

TEST_CASE("topics are created once with the partitions that are asked for") {
  ProgramFixture program;
  CHECK(program.run_in("s", {"topics", "create", "--set", "topics.partitions=3"}).exit == 0);
  const auto topics = nlohmann::json::parse(program.run_in("s", {"topics", "list", "--json"}).out);
  bool has_log = false;
  for (const auto& topic : topics) {
    has_log = has_log || topic["name"] == "turnstream.log";
    CHECK(topic["partitions"] == (topic["name"] == "turnstream.effects.requests" ? 1 : 3));
  }
  CHECK(has_log);
  const Outcome other = program.run_in("s", {"topics", "create", "--set", "topics.partitions=4"});
  CHECK(other.exit == 2);
  CHECK(other.err.find("Set topics.partitions=3") != std::string::npos);
  CHECK(program.run_in("s", {"tail", "no-such-topic"}).exit == 1);
}

TEST_CASE("a tick needs the event clock and a time") {
  ProgramFixture program;
  REQUIRE(program.run_in("s", {"topics", "create", "--quiet"}).exit == 0);
  CHECK(program.run_in("s", {"tick", "2026-01-01T10:00:00Z"}).exit == 2);
  CHECK(program.run_in("s", {"tick", "soon", "--set", "intake.clock=event"}).exit == 2);
  CHECK(program.run_in("s", {"tick", "2026-01-01T10:00:00Z", "--set", "intake.clock=event"}).exit == 0);
  const auto ticks = lines_of(program.run_in("s", {"tail", "commands", "--from-beginning", "--raw"}).out);
  REQUIRE(ticks.size() == 8);
  const auto tick = nlohmann::json::parse(ticks[0]);
  CHECK(tick["kind"] == "tick");
  CHECK(tick["persona_id"].is_null());
  CHECK(tick["issued_by"] == "cli:ann");
  CHECK(tick["args"]["time"] == "2026-01-01T10:00:00.000Z");
}

}  // namespace
}  // namespace turnstream::app
