#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

using nlohmann::json;

/// A reference stage that fails every command.
class CommandRefuser final : public stage_api::Stage {
 public:
  explicit CommandRefuser(std::unique_ptr<stage_api::Stage> stage) : stage_(std::move(stage)) {}

  [[nodiscard]] const stage_api::StageInfo& info() const override { return stage_->info(); }
  Status process(const stage_api::Input& input, stage_api::PersonaContext& context) const override {
    if (input.kind == stage_api::RecordKind::kCommand) {
      return Error{"refused", Reaction::kDeadLetter, "This stage takes no commands.", {}, {}};
    }
    return stage_->process(input, context);
  }
  Status fire(std::string_view timer, LogTime due, const stage_api::Input& input,
              stage_api::PersonaContext& context) const override {
    return stage_->fire(timer, due, input, context);
  }
  [[nodiscard]] json describe(std::string_view key, std::string_view value) const override {
    return stage_->describe(key, value);
  }

 private:
  std::unique_ptr<stage_api::Stage> stage_;
};

struct Fixture : ProgramFixture {
  Fixture() {
    const std::size_t semantic = 2;
    replace_stage(semantic, [semantic] {
      return std::make_unique<CommandRefuser>(testpipeline::make_reference_stage(semantic, {}));
    });
  }
  Outcome in_log(std::vector<std::string> arguments, const std::string& input = "") {
    const std::vector<std::string> settings = {"--quiet", "--set", "intake.clock=event", "--set",
                                               "topics.partitions=2"};
    arguments.insert(arguments.end(), settings.begin(), settings.end());
    return run_in("s", std::move(arguments), input);
  }
  /// As another program would: the commands topic with one sweep in it.
  void send_command() {
    const std::string command =
        R"({"kind":"sweep","command_id":"01JGFJJZ00000000000000000C","persona_id":"helper","args":{}})";
    const json record = {{"p", 0}, {"o", 0}, {"k", "helper"}, {"v", command}, {"h", json::array()}};
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

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a command that a stage failed is not redriven and the answer says what to do") {
  REQUIRE(in_log({"publish"}, run({"generate", "--turns", "5", "--quiet"}).out).exit == 0);
  run_drained();
  send_command();
  run_drained();
  for (const std::string asked : {"--all", "01JGFJJZ00000000000000000C"}) {
    const Outcome refused = in_log({"redrive", "--stage", "semantic", asked});
    CHECK(refused.exit == 3);
    CHECK(refused.err.find("dead letters of a command, which cannot be sent back: 1; give the command again") !=
          std::string::npos);
  }
}

TEST_CASE_FIXTURE(Fixture, "all turns are redriven and what is left is told") {
  const std::string input = run({"generate", "--turns", "5", "--quiet"}).out;
  const std::string turn_id = json::parse(lines_of(input)[3])["turn_id"];
  REQUIRE(in_log({"publish"}, input).exit == 0);
  send_command();
  run_drained({"--set", "faults.allowed=true", "--set", "faults.inject=semantic:" + turn_id + ":deterministic:1"});
  const Outcome redriven = in_log({"redrive", "--stage", "semantic", "--all", "--json"});
  INFO(redriven.err);
  REQUIRE(redriven.exit == 0);
  const json report = json::parse(redriven.out);
  CHECK(report["redriven"] == 1);
  REQUIRE(report["left"].size() == 1);
  CHECK(report["left"][0].get<std::string>().find("of a command") != std::string::npos);
}

}  // namespace turnstream::app
