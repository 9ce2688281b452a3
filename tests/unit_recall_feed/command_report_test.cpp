#include "recall/read_model/command_report.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace turnstream::recall {
namespace {

using Json = nlohmann::json;
using model::ChangeOp;

/// Views of the arguments.
log::Record command(std::string_view value, std::string_view kind = "command") {
  static const std::string persona = "helper";
  log::Record record;
  record.key = persona;
  record.value = value;
  record.partition = Partition{3};
  record.offset = Offset{1044};
  record.headers = {{"kind", kind}};
  return record;
}

model::Completion command_part(const std::string& stage, const std::string& persona,
                               const std::vector<std::pair<ChangeOp, std::string>>& changes) {
  model::Completion made;
  made.stage = stage;
  made.persona_id = persona;
  made.log_time = LogTime{1'767'261'630'000};
  for (const auto& [op, kind] : changes) {
    made.changes.push_back({op, kind, "id", "{}", false});
  }
  return made;
}

const std::string kForget =
    R"({"kind":"forget","command_id":"C1","persona_id":"helper","issued_by":"cli:ann","args":{}})";

TEST_CASE("a report counts what each stage changed of the persona and has no text of it") {
  CommandReporter reporter(command(kForget));
  reporter.take(command_part(
      "episodic", "helper", {{ChangeOp::kDelete, "memory"}, {ChangeOp::kDelete, "memory"}, {ChangeOp::kPut, "stats"}}));
  reporter.take(command_part("episodic", "helper", {{ChangeOp::kPatch, "memory"}}));
  reporter.take(command_part("semantic", "other", {{ChangeOp::kDelete, "fact"}}));
  const auto report = reporter.report();
  REQUIRE(report.has_value());
  CHECK(report->command_id == "C1");
  CHECK(report->log_time == LogTime{1'767'261'630'000});
  const Json json = Json::parse(report->json);
  CHECK(json.at("kind") == "forget");
  CHECK(json.at("state") == "done");
  CHECK(json.at("log").at("offset") == 1044);
  CHECK(json.at("stages").at("episodic").at("changes") == Json::parse(R"({"memory":{"patch":1,"delete":2}})"));
  CHECK(json.at("stages").at("semantic").at("changes").empty());
}

TEST_CASE("a stage that refuses a command says why") {
  CommandReporter reporter(command(kForget));
  model::Completion refused = command_part("episodic", "helper", {});
  refused.status = model::CompletionStatus::kFailure;
  refused.error = model::CompletionError{"bad_command", "The ids are wrong.", "/args/ids"};
  reporter.take(refused);
  const Json stage = Json::parse(reporter.report().value().json).at("stages").at("episodic");
  CHECK(stage.at("status") == "failure");
  CHECK(stage.at("code") == "bad_command");
  CHECK(stage.at("message") == "The ids are wrong.");
}

TEST_CASE("turns and accesses that recall reports have no report") {
  const std::string access =
      R"({"kind":"access","command_id":"C2","persona_id":"helper","issued_by":"recall","args":{}})";
  for (const auto& record : {command("{}", "turn"), command(access), command("not json")}) {
    CommandReporter reporter(record);
    reporter.take(command_part("episodic", "helper", {{ChangeOp::kPatch, "memory"}}));
    CHECK_FALSE(reporter.report().has_value());
  }
}

}  // namespace
}  // namespace turnstream::recall
