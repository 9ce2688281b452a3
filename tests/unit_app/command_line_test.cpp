#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/advice.h"
#include "app/exit_code.h"
#include "app/log_sink.h"
#include "app/own_stages.h"
#include "pipeline/settings/load.h"
#include "tests/source_folder.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

constexpr const char* kVerbs[] = {"run",    "demo",          "publish",     "generate",   "convert locomo",
                                  "tail",   "topics create", "topics list", "digest",     "redrive",
                                  "tick",   "clock",         "state dump",  "log export", "log import",
                                  "doctor", "config",        "completion",  "man",        "version"};

std::vector<std::string> split_words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

TEST_CASE("every command explains itself with examples and the common flags") {
  ProgramFixture program;
  for (const std::string verb : kVerbs) {
    std::vector<std::string> arguments = split_words(verb);
    arguments.emplace_back("--help");
    const Outcome outcome = program.run(arguments);
    INFO(verb);
    CHECK(outcome.exit == 0);
    CHECK(outcome.out.find("Examples:\n  turnstream " + verb) != std::string::npos);
    CHECK(outcome.out.find("--bootstrap") != std::string::npos);
    CHECK(outcome.out.find("--namespace") != std::string::npos);
  }
}

TEST_CASE("wrong usage ends with code 2 and says what was wrong") {
  ProgramFixture program;
  CHECK(program.run({}).exit == 2);
  CHECK(program.run({"remember"}).exit == 2);
  CHECK(program.run({"generate", "--turns", "many"}).exit == 2);
  const Outcome unknown = program.run({"config", "--set", "run.wrokers=2"});
  CHECK(unknown.exit == 2);
  CHECK(unknown.err == "turnstream: run.wrokers (--set) is not a setting; the nearest is run.workers\n");
}

TEST_CASE("a flag that ends with an equals sign has an empty value and does not take the next flag as its value") {
  ProgramFixture program;
  CHECK(program.run({"run", "--listen=", "--until-drained", "--quiet"}).exit == 0);
  const Outcome no_name = program.run({"config", "--namespace=", "--json"});
  CHECK(no_name.exit == 2);
  CHECK(nlohmann::json::parse(no_name.err)["error"]["message"].get<std::string>().find("topics.namespace") !=
        std::string::npos);
  CHECK(program.run({"config", "--set=", "--json"}).exit == 2);
  const Outcome no_turns = program.run({"generate", "--turns=", "--seed", "1"});
  CHECK(no_turns.exit == 2);
  CHECK(no_turns.err.find("--turns") != std::string::npos);
  const Outcome no_seed = program.run({"generate", "--turns", "1", "--seed="});
  CHECK(no_seed.exit == 2);
  CHECK(no_seed.err.find("--seed") != std::string::npos);
  const Outcome with_value = program.run({"config", "--json="});
  CHECK(with_value.exit == 2);
  CHECK(with_value.err == "--json takes no value: leave out the =\n");
}

TEST_CASE("errors are JSON if --json was given") {
  ProgramFixture program;
  const Outcome outcome = program.run({"config", "--json", "--set", "run.workers=0"});
  const auto json = nlohmann::json::parse(outcome.err);
  CHECK(json["error"]["code"] == "settings");
}

TEST_CASE("a command line that cannot be parsed is one JSON object if --json was given before the words for files") {
  ProgramFixture program;
  const std::vector<std::vector<std::string>> wrong = {{"remember", "--json"},
                                                       {"generate", "--turns", "many", "--json"},
                                                       {"--json"},
                                                       {"config", "--quiet=", "--json"},
                                                       {"forget", "--json"}};
  for (const auto& arguments : wrong) {
    const Outcome outcome = program.run(arguments);
    INFO(outcome.err);
    CHECK(outcome.exit == 2);
    CHECK(outcome.out.empty());
    CHECK(lines_of(outcome.err).size() == 1);
    const auto json = nlohmann::json::parse(outcome.err);
    CHECK(json["error"]["code"] == "usage");
    CHECK_FALSE(json["error"]["message"].get<std::string>().empty());
  }
  CHECK(program.run({"remember", "--", "--json"}).err ==
        "there is no command remember; turnstream --help lists them\n");
  CHECK(program.run({"forget", "--help", "--json"}).exit == 0);
}

TEST_CASE("a grant for a domain that does not exist is refused with the list of domains") {
  ProgramFixture program;
  const Outcome outcome = program.run({"grant", "--persona", "helper", "--to", "teacher", "--domain", "banana"});
  CHECK(outcome.exit == 2);
  CHECK(outcome.err ==
        "turnstream: --domain banana: there is no such domain; the domains are chat, code, academy, self\n");
}

TEST_CASE("several wrong settings are a line each and a line feed of the user is an escape") {
  ProgramFixture program;
  const std::string file = program.write_file("two.yaml", "run:\n  workers: \"a\\nb\\e[2J\"\n  wrokers: 1\n");
  const std::vector<std::string> problems = {
      "run.workers = a\\u000ab\\u001b[2J (" + file + ":2) is refused; allowed: a whole number, 1 to 64",
      "run.wrokers (" + file + ":3) is not a setting; the nearest is run.workers"};
  const Outcome text = program.run({"config", "--config", file});
  CHECK(text.exit == 2);
  CHECK(lines_of(text.err) == std::vector<std::string>{"turnstream: " + problems[0], "turnstream: " + problems[1]});
  const Outcome json = program.run({"config", "--config", file, "--json"});
  REQUIRE(lines_of(json.err).size() == 1);
  CHECK(nlohmann::json::parse(json.err)["error"]["message"] == problems[0] + "\n" + problems[1]);
}

TEST_CASE("a flag that stands for a setting is its origin") {
  ProgramFixture program;
  const Outcome outcome = program.run({"config", "--json", "--namespace", "lab", "--set", "run.workers=3"});
  REQUIRE(outcome.exit == 0);
  for (const auto& value : nlohmann::json::parse(outcome.out)) {
    if (value["name"] == "topics.namespace") {
      CHECK(value["value"] == "lab");
      CHECK(value["origin"] == "--namespace");
    }
    if (value["name"] == "run.workers") {
      CHECK(value["origin"] == "--set");
    }
  }
}

TEST_CASE("a flag of its own wins over --set in any order") {
  ProgramFixture program;
  const std::vector<std::string> own = {"--namespace", "lab"};
  const std::vector<std::string> set = {"--set", "topics.namespace=other"};
  for (const auto& [first, second] : {std::pair(own, set), std::pair(set, own)}) {
    std::vector<std::string> arguments = {"config", "--json"};
    arguments.insert(arguments.end(), first.begin(), first.end());
    arguments.insert(arguments.end(), second.begin(), second.end());
    CHECK(program.run(arguments).out.find(R"("name":"topics.namespace","value":"lab")") != std::string::npos);
  }
}

TEST_CASE("a variable that looks like a setting but is not is named with the nearest setting") {
  ProgramFixture program;
  program.set_variable("TURNSTREAM_RUN_WORKERS", "2");
  program.set_variable("TURNSTREAM_TEST_BOOTSTRAP", "b:1");
  program.set_variable("TURNSTREAM_LOCOMO", "/x");
  program.set_variable("TURNSTREAM_TOKEN", "secret");
  program.set_variable("TURNSTREAM_RUN__WORKERS", "3");
  const std::string sentence =
      "the environment variable TURNSTREAM_RUN_WORKERS is not a setting and was ignored; the nearest setting is "
      "TURNSTREAM_RUN__WORKERS";
  const Outcome outcome = program.run({"version"});
  CHECK(outcome.exit == 0);
  CHECK(outcome.err == "turnstream: " + sentence + "\n");
  CHECK(nlohmann::json::parse(program.run({"version", "--json"}).err)["warning"]["message"] == sentence);
  CHECK(program.run({"version", "--quiet"}).err.empty());
}

TEST_CASE("the warning of a variable for a property of librdkafka names the right one and no value") {
  ProgramFixture program;
  program.set_variable("TURNSTREAM_KAFKA_CLIENT_SASL_PASSWORD", "hunter2");
  const Outcome shown = program.run({"config"});
  CHECK(shown.exit == 0);
  CHECK(
      shown.err.find("the environment variable TURNSTREAM_KAFKA_CLIENT_SASL_PASSWORD is not a setting and was ignored; "
                     "the nearest setting is kafka.client.sasl.password, in the environment "
                     "TURNSTREAM_KAFKA__CLIENT__SASL_PASSWORD") != std::string::npos);
  CHECK((shown.out + shown.err).find("hunter2") == std::string::npos);
}

TEST_CASE("only a property that librdkafka has and a setting may change is advised") {
  for (const auto& [variable, advised] : std::vector<std::pair<std::string, std::string>>{
           {"TURNSTREAM_KAFKA_CLIENT_RACK",
            "kafka.client.client.rack, in the environment TURNSTREAM_KAFKA__CLIENT__CLIENT_RACK"},
           {"TURNSTREAM_KAFKA_CLIENT_LINGER_MS", "kafka.client.linger.ms,"},
           {"TURNSTREAM_KAFKA_CLIENT_MESSAGE_TIMEOUT_MS", "kafka.client.message.timeout.ms,"},
           {"TURNSTREAM_KAFKA_CLIENT_ID", "TURNSTREAM_"}}) {  // client.id is not a property that kafka.client.* may set
    ProgramFixture program;
    program.set_variable(variable, "x");
    CHECK(program.run({"config"}).err.find("the nearest setting is " + advised) != std::string::npos);
  }
  ProgramFixture program;
  program.set_variable("TURNSTREAM_KAFKA__CLIENT_ID", "x");
  const Outcome refused = program.run({"config"});
  CHECK(refused.exit == 2);
  CHECK(refused.err.find("the nearest is kafka.client.*") != std::string::npos);
}

TEST_CASE("a session may be longer than the default poll interval of librdkafka") {
  ProgramFixture program;
  const Outcome outcome = program.run({"topics", "list", "--bootstrap", "127.0.0.1:1", "--set",
                                       "kafka.session_timeout_ms=1800000", "--set", "kafka.connect_timeout_ms=100"});
  INFO(outcome.err);
  CHECK(outcome.exit == 4);
}

TEST_CASE("config refuses a property that librdkafka does not know as doctor does") {
  ProgramFixture program;
  const std::string sentence = "The Kafka client's setting sasl.pasword is unknown to librdkafka";
  for (const std::string verb : {"config", "doctor"}) {
    const Outcome shown =
        program.run({verb, "--bootstrap", "127.0.0.1:1", "--set", "kafka.client.sasl.pasword=hunter2"});
    CAPTURE(verb);
    CHECK(shown.exit == 2);
    CHECK(shown.err.find(sentence) != std::string::npos);
    CHECK((shown.out + shown.err).find("hunter2") == std::string::npos);
  }
  const Outcome shown = program.run({"config", "--set", "kafka.client.acks=0"});
  CHECK(shown.exit == 2);
  CHECK(shown.out.find("kafka.client.acks") != std::string::npos);
  CHECK(program.run({"config", "--set", "kafka.client.sasl.password=hunter2"}).exit == 0);
}

TEST_CASE("the error for an unreachable broker says what to do") {
  settings::Settings settings;
  Error error;
  error.code = "unreachable";
  error.message = "No broker.";
  CHECK(with_advice(error, settings).message == "No broker.");
  settings.kafka.bootstrap = "b:1";
  CHECK(with_advice(error, settings).message.find("scripts/kafka start") != std::string::npos);
  error.code = "fenced";
  CHECK(with_advice(error, settings).message == "No broker.");
}

TEST_CASE("version names the stages of the binary") {
  ProgramFixture program;
  const auto json = nlohmann::json::parse(program.run({"version", "--json"}).out);
  CHECK(json["stages"].size() == testpipeline::kReferenceStages);
}

TEST_CASE("docs/configuration.md is what the program prints") {
  std::ifstream file(source_folder() + "/docs/configuration.md");
  const std::string document{std::istreambuf_iterator<char>(file), {}};
  const std::vector<stage_api::SettingRow> rows = setting_rows_of(own_stages());
  CHECK_MESSAGE(document == settings::configuration_markdown(rows),
                "write it again: turnstream config --markdown > docs/configuration.md");
}

TEST_CASE("the exit code follows from the error's code") {
  const auto exit_of = [](const char* code) {
    Error error;
    error.code = code;
    return exit_code_of(error);
  };
  CHECK(exit_of("unreachable") == ExitCode::kUnreachable);
  CHECK(exit_of("state_in_use") == ExitCode::kStateRefused);
  CHECK(exit_of("fenced") == ExitCode::kFenced);
  CHECK(exit_of("anything else") == ExitCode::kFailed);
}

TEST_CASE("log lines become JSON with numbers as numbers") {
  const LogFields fields = {{"event", "started"},          {"partition", "3", true}, {"persona", "42"},
                            {"message", "say \"hi\" now"}, {"offset", "-1", true},   {"code", ""}};
  CHECK(json_fields(fields) ==
        R"("event":"started","partition":3,"persona":"42","message":"say \"hi\" now","offset":-1,"code":"")");
}

}  // namespace
}  // namespace turnstream::app
