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

TEST_CASE("only properties that are known not to be secret are printable") {
  for (const char* const name :
       {"sasl.password", "sasl.pasword", "sasl.passwd", "sasl.oauthbearer.config", "sasl.oauthbearer.client.secret",
        "sasl.oauthbearer.extensions", "sasl.jaas.config", "ssl.key.pem", "ssl.key.password", "ssl.keystore.password",
        "ssl.certificate.pem", "sasl.oauthbearer.token.endpoint.url", "anything.new", "SASL.USERNAME"}) {
    CAPTURE(name);
    CHECK_FALSE(is_printable(std::string("kafka.client.") + name));
  }
  CHECK(is_printable("kafka.client.sasl.username"));
  CHECK(is_printable("kafka.client.linger.ms"));
  CHECK(is_printable("run.workers"));
}

TEST_CASE("a flag that is not an assignment is refused without what may be a secret") {
  for (const char* const text : {"kafka.client.sasl.password hunter2", "kafka.client.sasl.password:hunter2", "hunter2",
                                 "=hunter2", "kafka.client.sasl.password\thunter2"}) {
    CAPTURE(text);
    const auto refused = flag_assignment(text);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().message.find("hunter2") == std::string::npos);
  }
  CHECK(flag_assignment("kafka.client.sasl.password hunter2").error().message.find("kafka.client.sasl.password") !=
        std::string::npos);
}

}  // namespace
}  // namespace turnstream::settings
