#include "pipeline/settings/source.h"

#include <doctest/doctest.h>

#include "pipeline/settings/value.h"
#include "tests/unit_settings/settings_file.h"

namespace turnstream::settings {
namespace {

TEST_CASE("a settings file is read as names with their values and lines") {
  const SettingsFile file("# ours\nintake:\n  turns_topics: [turns, more]\n  clock: event\nkafka:\n  bootstrap:\n");
  const auto read = yaml_assignments(file.path());
  REQUIRE(read.ok());
  REQUIRE(read->size() == 3);
  CHECK((*read)[0].name == "intake.turns_topics");
  CHECK((*read)[0].is_list);
  CHECK((*read)[0].words == std::vector<std::string>{"turns", "more"});
  CHECK((*read)[1].place == file.path() + ":4");
  CHECK((*read)[2].words == std::vector<std::string>{""});
}

TEST_CASE("a folder and a file whose alias contains itself are refused with an error that says why") {
  CHECK(yaml_assignments("/").error().message == "/: is a folder, not a settings file");
  const SettingsFile endless("run: &a\n  workers: *a\n");
  CHECK(yaml_assignments(endless.path()).error().message.find("is nested too deep") != std::string::npos);
}

TEST_CASE("an empty file sets nothing") {
  const SettingsFile file("# nothing\n");
  const auto read = yaml_assignments(file.path());
  REQUIRE(read.ok());
  CHECK(read->empty());
}

TEST_CASE("a file that is missing or broken is refused with its place") {
  CHECK(yaml_assignments("/nonexistent/turnstream.yaml").error().message ==
        "/nonexistent/turnstream.yaml: cannot be read");
  const SettingsFile broken("run:\n  workers: [1\n");
  CHECK(yaml_assignments(broken.path()).error().message.find(broken.path() + ":") == 0);
  const SettingsFile text("just words\n");
  CHECK(yaml_assignments(text.path()).error().message.find("must have sections") != std::string::npos);
  const SettingsFile nested("run:\n  stages: [{a: b}]\n");
  CHECK(yaml_assignments(nested.path()).error().message.find(":2: run.stages must be a list") != std::string::npos);
}

TEST_CASE("only variables with a section are settings") {
  const auto read = environment_assignments({{"TURNSTREAM_HOME", "/x"},
                                             {"TURNSTREAM_RUN__COMMIT_RECORDS_MAX", "5"},
                                             {"OTHER_RUN__WORKERS", "5"},
                                             {"TURNSTREAM_KAFKA__CLIENT__SASL_PASSWORD", "p"}});
  REQUIRE(read.size() == 2);
  CHECK(read[0].name == "run.commit_records_max");
  CHECK(read[1].name == "kafka.client.sasl.password");
}

TEST_CASE("a flag without an equals sign is refused") {
  CHECK(!flag_assignment("run.workers").ok());
  CHECK(!flag_assignment("=2").ok());
  CHECK(flag_assignment("kafka.client.a=b=c")->words == std::vector<std::string>{"b=c"});
}

TEST_CASE("the nearest name is the one with the fewest changed characters") {
  CHECK(nearest("intake.clok", {"intake.clock", "log.level", "run.workers"}) == "intake.clock");
}

TEST_CASE("a setting is a secret if its name has a word such as password or key") {
  CHECK(is_secret("kafka.client.sasl.password"));
  CHECK(is_secret("kafka.client.ssl.key.pem"));
  CHECK(!is_secret("kafka.client.sasl.username"));
}

}  // namespace
}  // namespace turnstream::settings
