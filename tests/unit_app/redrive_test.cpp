#include <algorithm>
#include <doctest/doctest.h>
#include <functional>
#include <nlohmann/json.hpp>

#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr const char* kDeadLetters = "turnstream.dead-letters";

/// A reference stage that fails every command.
class CommandRefuser final : public stage_api::Stage {
 public:
  explicit CommandRefuser(std::unique_ptr<stage_api::Stage> stage) : stage_(std::move(stage)) {}

  [[nodiscard]] const stage_api::StageInfo& info() const override { return stage_->info(); }
  Status process(const stage_api::Input& input, stage_api::PersonaContext& context) const override {
    if (input.kind == stage_api::RecordKind::kCommand) {
      return make_error("refused", Reaction::kDeadLetter, "This stage takes no commands.");
    }
    return stage_->process(input, context);
  }
  Status fire(std::string_view timer, LogTime due, const stage_api::Input& input,
              stage_api::PersonaContext& context) const override {
    return stage_->fire(timer, due, input, context);
  }
  [[nodiscard]] Json describe(std::string_view key, std::string_view value) const override {
    return stage_->describe(key, value);
  }

 private:
  std::unique_ptr<stage_api::Stage> stage_;
};

struct RedriveFixture : ProgramFixture {
  RedriveFixture() {
    static constexpr std::size_t kSemantic = 2;
    replace_stage(kSemantic,
                  [] { return std::make_unique<CommandRefuser>(testpipeline::make_reference_stage(kSemantic, {})); });
  }
  Outcome in_log(std::vector<std::string> arguments, const std::string& input = "") {
    const std::vector<std::string> settings = {"--quiet", "--set", "intake.clock=event", "--set",
                                               "topics.partitions=2"};
    arguments.insert(arguments.end(), settings.begin(), settings.end());
    return run_in("s", std::move(arguments), input);
  }
  /// Creates the commands topic with one sweep command in it, as another program could.
  void send_command() {
    const std::string command =
        R"({"kind":"sweep","command_id":"01JGFJJZ00000000000000000C","persona_id":"helper","args":{}})";
    const Json record = {{"p", 0}, {"o", 0}, {"k", "helper"}, {"v", command}, {"h", Json::array()}};
    const std::string file = R"({"kind":"log_export","format":1,"topic":"turnstream.commands","partitions":2})"
                             "\n" +
                             record.dump() + "\n" +
                             R"({"kind":"log_export_end","next":[1,0],"records":1})"
                             "\n";
    const Outcome sent = in_log({"log", "import", "--topic", "turnstream.commands", write_file("commands", file)});
    INFO(sent.err);
    REQUIRE(sent.exit == 0);
  }
  void run_drained(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"run", "--until-drained", "--listen", ""};
    arguments.insert(arguments.end(), more.begin(), more.end());
    REQUIRE(in_log(arguments).exit == 0);
  }
};

/// A log in which the stage semantic has failed two turns, and a copy of that log, which a test can damage.
struct TwoFailed : RedriveFixture {
  TwoFailed() {
    const std::vector<std::string> turns =
        lines_of(run({"generate", "--turns", "6", "--personas", "1", "--quiet"}).out);
    for (const std::size_t failed : {1, 4}) {
      ids.push_back(Json::parse(turns[failed])["turn_id"]);
      REQUIRE(in_log({"publish"}, turns[failed - 1] + "\n" + turns[failed] + "\n" + turns[failed + 1]).exit == 0);
      run_drained(
          {"--set", "faults.allowed=true", "--set", "faults.inject=semantic:" + ids.back() + ":deterministic:1"});
    }
    std::sort(ids.begin(), ids.end());
  }
  /// `keep` may change the record, or return false to leave it out.
  void copy(const std::string& topic, const std::function<bool(Json& record)>& keep) {
    const std::vector<std::string> lines = lines_of(in_log({"log", "export", "--topic", topic}).out);
    REQUIRE(lines.size() > 2);
    Json end = Json::parse(lines.back());
    std::string file = lines.front() + "\n";
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
      Json record = Json::parse(lines[i]);
      if (keep(record)) {
        file += record.dump() + "\n";
      } else {
        end["records"] = end["records"].get<int>() - 1;
      }
    }
    // The members are in the order that the format defines.
    file +=
        R"({"kind":"log_export_end","next":)" + end["next"].dump() + R"(,"records":)" + end["records"].dump() + "}\n";
    const Outcome imported = run_in("copy", {"log", "import", "--quiet", "--topic", topic, write_file("copied", file)});
    INFO(imported.err);
    REQUIRE(imported.exit == 0);
  }
  void copy_all(const std::string& changed = "", const std::function<bool(Json& record)>& keep = {}) {
    for (const std::string topic :
         {"turnstream.log", "turnstream.completions.episodic", "turnstream.completions.skill", kDeadLetters}) {
      copy(topic, [&](Json& record) { return topic != changed || keep(record); });
    }
  }
  [[nodiscard]] static bool speaks_of(const Json& record, const std::string& turn_id) {
    return record["v"].get<std::string>().find(turn_id) != std::string::npos;
  }
  Outcome redrive_copy(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"redrive", "--stage", "semantic", "--set", "topics.partitions=2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in("copy", arguments);
  }
  std::vector<std::string> commands_in_copy() {
    return lines_of(run_in("copy", {"tail", "commands", "--from-beginning", "--raw", "--quiet"}).out);
  }
  /// Checks that one turn is sent back and that the other, the first, is left for this reason.
  void check_first_is_left(const std::string& reason) {
    const Outcome redriven = redrive_copy({"--all", "--json"});
    INFO(redriven.out << redriven.err);
    CHECK(redriven.exit == 3);
    const Json report = Json::parse(redriven.out);
    CHECK(report["redriven"] == 1);
    REQUIRE(report["left"].size() == 1);
    const std::string left = report["left"][0];
    CHECK(left.find("turn " + ids[0] + " of persona ") == 0);
    CHECK(left.find(reason) != std::string::npos);
    const std::vector<std::string> commands = commands_in_copy();
    REQUIRE(commands.size() == 1);
    CHECK(Json::parse(commands[0])["args"]["turn_id"] == ids[1]);
  }

  std::vector<std::string> ids;  ///< of the turns that failed, in their order
};

}  // namespace

TEST_CASE_FIXTURE(RedriveFixture, "a command that a stage failed is not redriven and the answer says what to do") {
  REQUIRE(in_log({"publish"}, run({"generate", "--turns", "5", "--quiet"}).out).exit == 0);
  run_drained();
  send_command();
  run_drained();
  for (const std::string asked : {"--all", "01JGFJJZ00000000000000000C"}) {
    const Outcome refused = in_log({"redrive", "--stage", "semantic", asked});
    CHECK(refused.exit == 3);
    CHECK(refused.err.find("dead letters of a command, which cannot be sent back: 1; send the command again") !=
          std::string::npos);
  }
}

TEST_CASE_FIXTURE(RedriveFixture, "all turns are redriven and the rest is reported") {
  const std::string input = run({"generate", "--turns", "5", "--quiet"}).out;
  const std::string turn_id = Json::parse(lines_of(input)[3])["turn_id"];
  REQUIRE(in_log({"publish"}, input).exit == 0);
  send_command();
  run_drained({"--set", "faults.allowed=true", "--set", "faults.inject=semantic:" + turn_id + ":deterministic:1"});
  const Outcome redriven = in_log({"redrive", "--stage", "semantic", "--all", "--json"});
  INFO(redriven.err);
  REQUIRE(redriven.exit == 0);
  const Json report = Json::parse(redriven.out);
  CHECK(report["redriven"] == 1);
  REQUIRE(report["left"].size() == 1);
  CHECK(report["left"][0].get<std::string>().find("of a command") != std::string::npos);
}

TEST_CASE_FIXTURE(TwoFailed, "a turn that the log no longer has is not redriven and the others are") {
  copy_all("turnstream.log", [&](const Json& record) { return !speaks_of(record, ids[0]); });
  check_first_is_left("the log no longer has turnstream.log ");
}

TEST_CASE_FIXTURE(TwoFailed, "a turn without its upstream answers is not redriven and the others are") {
  copy_all("turnstream.completions.skill", [&](const Json& record) { return !speaks_of(record, ids[0]); });
  check_first_is_left("turnstream.completions.skill");
  const Outcome one = redrive_copy({"--quiet", ids[0]});
  CHECK(one.exit == 3);
  CHECK(one.err.find("left turn " + ids[0]) == 0);
}

TEST_CASE_FIXTURE(TwoFailed, "a turn whose command would be too large for intake is not redriven and the others are") {
  copy_all(kDeadLetters, [&](Json& record) {
    if (speaks_of(record, ids[0])) {
      record["v"] = std::string(2'100'000, '"');  // twice as long within the command
    }
    return true;
  });
  check_first_is_left("but at most 4128768 are accepted");
}

TEST_CASE_FIXTURE(TwoFailed, "turns that were redriven before the log failed are reported") {
  copy_all(kDeadLetters, [&](Json& record) {
    for (Json& header : record["h"]) {
      if (header[0] == "dl_partition" && speaks_of(record, ids[1])) {
        header[1] = "99";  // a partition that the log does not have
      }
    }
    return true;
  });
  const Outcome redriven = redrive_copy({"--all", "--json"});
  INFO(redriven.err);
  CHECK(redriven.exit == 1);
  CHECK(Json::parse(redriven.out) == Json{{"redriven", 1}, {"left", Json::array()}, {"left_out", Json::array()}});
  CHECK(Json::parse(redriven.err)["error"]["message"].get<std::string>().find("99") != std::string::npos);
  CHECK(commands_in_copy().size() == 1);
}

}  // namespace turnstream::app
