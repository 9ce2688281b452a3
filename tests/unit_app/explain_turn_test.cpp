#include <algorithm>

#include "app/explain/report_text.h"
#include "stages/episodic/episodic_stage.h"
#include "tests/unit_app/contains.h"
#include "tests/unit_app/program_fixture.h"
#include "tests/unit_app/public_topics.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr const char* kSaidTurn = "01JGFJJZ00000000000000000A";

std::string turn_text(const Report& report) {
  std::ostringstream out;
  print_turn(out, report);
  return out.str();
}

/// The program with the real episodic stage before the reference stages.
struct Program : ProgramFixture {
  Program() {
    replace_stage(0, [] { return episodic::make_episodic_stage(); });
  }
  Outcome in_log(std::vector<std::string> arguments, const std::string& input = "") {
    const std::vector<std::string> settings = {"--set", "intake.clock=event", "--set", "topics.partitions=2"};
    arguments.insert(arguments.end(), settings.begin(), settings.end());
    return run_in("s", std::move(arguments), input);
  }
  void run_drained(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"run", "--until-drained", "--quiet", "--listen", ""};
    arguments.insert(arguments.end(), more.begin(), more.end());
    REQUIRE(in_log(arguments).exit == 0);
  }
  Json document(std::vector<std::string> arguments) {
    arguments.push_back("--json");
    const Outcome outcome = in_log(std::move(arguments));
    INFO(outcome.err);
    REQUIRE(outcome.exit == 0);
    return Json::parse(outcome.out);
  }
};

/// The stage with this name among the stages of a record.
Json stage_of(const Json& record, const std::string& name) {
  for (const Json& stage : record["stages"]) {
    if (stage["stage"] == name) {
      return stage;
    }
  }
  return {};
}

}  // namespace

TEST_CASE_FIXTURE(PublicTopics, "a turn shows the existing answers and names the missing ones") {
  const std::int64_t offset = turn(kSaidTurn, {{"turn_data", {{"user_input", "Hello."}}}, {"session_id", "s1"}});
  model::Completion part = of_turn("episodic", kSaidTurn, offset, {put("memory", "a", {{"content", "One."}})});
  part.last = false;
  part.items_processed = 2;
  part.attempts = 2;
  answer(part);
  part = of_turn("episodic", kSaidTurn, offset, {put("memory", "b", {{"content", "Two."}})});
  part.part = 1;
  answer(part);
  const Report report = turn_report(kSaidTurn);
  CHECK(report["session_id"] == "s1");
  REQUIRE(report["records"]["count"] == 1);
  const Report& record = report["records"]["list"][0];
  CHECK(record["source"].get<Place>() == Place{"turns", 3, 100});
  REQUIRE(record["stages"].size() == 6);
  CHECK(record["stages"][0]["parts"] == 2);
  CHECK(record["stages"][0]["items_added"] == 2);
  CHECK(record["stages"][0]["items_processed"] == 2);
  CHECK(record["stages"][0]["attempts"] == 2);
  CHECK(record["stages"][1]["answered"] == false);
  CHECK(record["changes"]["count"] == 2);
  const std::string text = turn_text(report);
  CHECK(contains(text, "turns[3]@100 → turnstream.log[0]@0"));
  CHECK(contains(text, "  1  skill         not yet answered"));
  CHECK(contains(text, "2 parts"));
}

TEST_CASE_FIXTURE(PublicTopics, "an explanation ends when a stop is requested") {
  turn(kSaidTurn, {{"turn_data", {{"user_input", "Hello."}}}, {"session_id", "s1"}});
  std::stop_source stop;
  CHECK(explain(kSaidTurn, "helper", stop.get_token()).ok());
  stop.request_stop();
  const auto stopped = explain(kSaidTurn, "helper", stop.get_token());
  REQUIRE_FALSE(stopped.ok());
  CHECK(stopped.error().code == "stopped");
}

TEST_CASE_FIXTURE(PublicTopics, "a repeated turn shows which turn it repeats") {
  const std::int64_t first = turn(kSaidTurn, {{"turn_data", {{"user_input", "Hello."}}}});
  const std::int64_t again = turn(kSaidTurn, {{"turn_data", {{"user_input", "Hello."}}}});
  answer(of_turn("episodic", kSaidTurn, first));
  model::Completion repeated = of_turn("episodic", kSaidTurn, again);
  repeated.duplicate_of = model::LogPosition{Partition{0}, Offset{first}};
  answer(repeated);
  const Report report = turn_report(kSaidTurn);
  REQUIRE(report["records"]["count"] == 2);
  CHECK(report["records"]["list"][0]["stages"][0]["duplicate_of"].is_null());
  CHECK(report["records"]["list"][1]["stages"][0]["duplicate_of"].get<Place>() == Place{"turnstream.log", 0, first});
  CHECK(contains(turn_text(report), "a repetition of turnstream.log[0]@0"));
}

TEST_CASE_FIXTURE(PublicTopics, "a turn with a UUID is explained by its id and by the beginning of it") {
  const std::string id = "0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f";
  const std::int64_t offset = turn(id, {{"turn_data", {{"user_input", "Hello."}}}});
  CHECK(turn_report(id)["excerpt"] == "user: Hello.");
  answer(of_turn("episodic", id, offset, {put("memory", item_id(id, "/turn_data"), {{"content", "Hello."}})}));
  CHECK(turn_report(id)["turn_id"] == id);
  CHECK(turn_report(id.substr(0, 8))["turn_id"] == id);
  CHECK(memory(item_id(id, "/turn_data"))["id"] == item_id(id, "/turn_data"));
}

TEST_CASE_FIXTURE(PublicTopics, "an id of a memory and of a turn means the memory unless the turn is asked for") {
  const std::int64_t first = turn(kSaidTurn, {{"turn_data", {{"user_input", "Hello."}}}});
  const std::string id = item_id(kSaidTurn, "/turn_data");
  answer(of_turn("episodic", kSaidTurn, first, {put("memory", id, {{"content", "Hello."}})}));
  const std::int64_t second = turn(id, {{"turn_data", {{"user_input", "Goodbye."}}}});
  answer(of_turn("episodic", id, second));
  const Report report = memory(id);
  CHECK(report["things"][0]["value"]["content"] == "Hello.");
  const auto other = explain_as_turn(id);
  REQUIRE(other.ok());
  CHECK((*other)["excerpt"] == "user: Goodbye.");
}

TEST_CASE_FIXTURE(PublicTopics, "a command that names a turn by its UUID in capitals has forgotten it") {
  const std::string id = "0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f";
  turn(id, {{"turn_data", {{"user_input", "Hello."}}}});
  command("forget", "forget 1", {{"ids", Json::array({"0190F0A1-7C2E-7B3A-9F00-1A2B3C4D5E6F"})}});
  const Report report = turn_report(id);
  CHECK(report["forgotten"]["id"] == "forget 1");
  CHECK(report["excerpt"].is_null());
}

TEST_CASE_FIXTURE(PublicTopics, "a turn id that two personas use is ambiguous until a persona is given") {
  turn(kSaidTurn, {{"turn_data", {{"user_input", "Hello."}}}});
  turn(kSaidTurn, {{"turn_data", {{"user_input", "Goodbye."}}}}, "teacher");
  const auto both = explain(kSaidTurn);
  REQUIRE(both.ok());
  CHECK(both->contains("candidates"));
  const auto one = explain(kSaidTurn, "teacher");
  REQUIRE(one.ok());
  REQUIRE(one->contains("records"));
  CHECK((*one)["excerpt"] == "user: Goodbye.");
}

TEST_CASE_FIXTURE(Program, "an item of the real stage leads to its turn and the turn to its items") {
  REQUIRE(in_log({"publish", "--quiet"}, run({"generate", "--turns", "6", "--quiet"}).out).exit == 0);
  run_drained();
  const std::string first = lines_of(in_log({"tail", "turns", "--from-beginning", "--raw", "--quiet"}).out).front();
  const Json turn = document({"explain", "turn", Json::parse(first)["turn_id"]});
  const Json& record = turn["records"]["list"][0];
  CHECK(record["stages"].size() == 6);
  CHECK(stage_of(record, "episodic")["status"] == "success");
  const Json made = record["changes"]["list"][0];
  REQUIRE(made["kind"] == "memory");
  const Json item = document({"explain", made["id"]});
  CHECK(item["sources"][0]["turn"] == record["source"]);
  CHECK(item["sources"][0]["pointer"] == made["pointer"]);
  CHECK(item["sources"][0]["excerpt"].is_string());
  CHECK(item["sources"][0]["log"] == record["log"]);
}

TEST_CASE_FIXTURE(Program,
                  "a failed stage is shown with its dead letter and log lines and with the effect of the redrive") {
  const std::string input = run({"generate", "--turns", "3", "--personas", "1", "--quiet"}).out;
  const std::string turn_id = Json::parse(lines_of(input)[1])["turn_id"];
  REQUIRE(in_log({"publish", "--quiet"}, input).exit == 0);
  run_drained({"--set", "faults.allowed=true", "--set", "faults.inject=semantic:" + turn_id + ":deterministic:1"});
  REQUIRE(in_log({"redrive", "--stage", "semantic", turn_id, "--quiet"}).exit == 0);
  run_drained();
  const std::string later =
      R"({"time":"2026-01-01T10:00:02.000Z","level":"error","event":"record_failed","stage":"semantic","turn":")" +
      turn_id + R"(","code":"stage_error","attempts":2})";
  const std::string earlier =
      R"({"time":"2026-01-01T10:00:01.000Z","level":"warning","event":"retry_scheduled","stage":"semantic","turn":")" +
      turn_id + R"(","attempt":1})";
  const std::string first = write_file("first.log", "no JSON at all " + turn_id + "\n" + later + "\n");
  const std::string second = write_file("second.log", earlier + "\n");
  const Json turn = document({"explain", turn_id, "--log-lines", first, "--log-lines", second});
  REQUIRE(turn["records"]["count"] == 2);
  const Json& once = turn["records"]["list"][0];
  const Json& redriven = turn["records"]["list"][1];
  CHECK(stage_of(once, "semantic")["status"] == "failure");
  CHECK(stage_of(once, "semantic")["error"]["code"] == "injected_fault");
  CHECK(stage_of(once, "consolidation")["status"] == "partial");
  CHECK(redriven["kind"] == "redrive");
  CHECK(redriven["stage"] == "semantic");
  CHECK(stage_of(redriven, "semantic")["status"] == "success");
  REQUIRE(turn["dead_letters"]["count"] == 1);
  CHECK(turn["dead_letters"]["list"][0]["stage"] == "semantic");
  CHECK(turn["dead_letters"]["list"][0]["source"] == once["log"]);
  REQUIRE(turn["log_lines"]["count"] == 2);
  CHECK(turn["log_lines"]["list"][0]["event"] == "retry_scheduled");
  CHECK(turn["log_lines"]["list"][1]["attempts"] == "2");
  const std::string text = in_log({"explain", "turn", turn_id, "--log-lines", first}).out;
  CHECK(contains(text, "sent back to semantic"));
  CHECK(contains(text, "dead letters  1"));
  CHECK(contains(text, "log lines  1"));
}

TEST_CASE_FIXTURE(Program, "a turn that intake refused shows its dead letter alone") {
  Json turn = Json::parse(lines_of(run({"generate", "--turns", "1", "--quiet"}).out)[0]);
  turn["duration_ms"] = -1;
  REQUIRE(in_log({"publish", "--unchecked", "--quiet"}, turn.dump() + "\n").exit == 0);
  run_drained();
  const Json story = document({"explain", "turn", turn["turn_id"]});
  CHECK(story["records"]["count"] == 0);
  REQUIRE(story["dead_letters"]["count"] == 1);
  CHECK(story["dead_letters"]["list"][0]["pointer"] == "/duration_ms");
  CHECK(contains(in_log({"explain", "turn", turn["turn_id"]}).out, "never came into the log: it was refused"));
}

TEST_CASE_FIXTURE(Program, "an id that is nowhere exits with 1 and an unclear one with 2") {
  REQUIRE(in_log({"publish", "--quiet"}, run({"generate", "--turns", "4", "--quiet"}).out).exit == 0);
  run_drained();
  const Outcome unknown = in_log({"explain", "837f0000-0000-5000-8000-000000000000"});
  CHECK(unknown.exit == 1);
  CHECK(contains(unknown.err, "records of namespace turnstream were searched"));
  const std::string first = lines_of(in_log({"tail", "turns", "--from-beginning", "--raw", "--quiet"}).out).front();
  const std::string turn_id = Json::parse(first)["turn_id"];
  const Outcome unclear = in_log({"explain", "turn", turn_id.substr(0, 6)});
  CHECK(unclear.exit == 2);
  CHECK(contains(unclear.out, turn_id));
  CHECK(contains(unclear.err, "--persona"));
  CHECK(in_log({"explain", "turn", turn_id, "more"}).exit == 2);
  CHECK(in_log({"explain", "item", turn_id}).exit == 2);
  CHECK(in_log({"explain", turn_id, "--log-lines", path("nowhere")}).exit == 1);
}

}  // namespace turnstream::app
