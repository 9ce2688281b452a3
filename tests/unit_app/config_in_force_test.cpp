// Settings commands from the commands topic to `config --in-force`, with the product's stages and the embedded log.
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/own_stages.h"
#include "app/program.h"
#include "tests/contract/temporary_folder.h"
#include "tests/source_folder.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr int kConfigPartitions = 8;

struct ConfigFixture {
  contract::TemporaryFolder folder;
  StageCatalog catalog = own_stages();

  Outcome program(std::vector<std::string> arguments, const std::string& input = "") {
    arguments.insert(arguments.end(), {"--state", folder.path() + "/s", "--quiet"});
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    const std::vector<std::pair<std::string, std::string>> environment = {{"HOME", folder.path()}, {"USER", "ann"}};
    const int exit = run_program(arguments, catalog, {in, out, err, environment, false});
    return {exit, out.str(), err.str()};
  }
  void run_drained() {
    const Outcome ran = program({"run", "--until-drained", "--listen", "", "--set", "log.level=error"});
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
  }
  /// Creates the commands topic with the command in partition 3, without a key, as another program could.
  void send(const std::string& command) {
    const Json record = {{"p", 3}, {"o", 0}, {"k", nullptr}, {"v", command}, {"h", Json::array()}};
    const std::string file = folder.path() + "/commands";
    std::ofstream(file) << R"({"kind":"log_export","format":1,"topic":"turnstream.commands","partitions":8})"
                        << "\n"
                        << record.dump() << "\n"
                        << R"({"kind":"log_export_end","next":[0,0,0,1,0,0,0,0],"records":1})"
                        << "\n";
    const Outcome sent = program({"log", "import", "--topic", "turnstream.commands", file});
    INFO(sent.err);
    REQUIRE(sent.exit == 0);
  }
  Json in_force() {
    const Outcome shown = program({"config", "--in-force", "--json"});
    INFO(shown.err);
    REQUIRE(shown.exit == 0);
    Json partitions = Json::parse(shown.out);
    REQUIRE(partitions.size() == kConfigPartitions);
    return partitions;
  }
  static Json value_of(const Json& partition, const std::string& name) {
    for (const Json& setting : partition["settings"]) {
      if (setting["name"] == name) {
        return setting;
      }
    }
    return {};
  }
  static std::string example() {
    std::ifstream file(source_folder() + "/schemas/examples/command.settings.json");
    std::stringstream text;
    text << file.rdbuf();
    return Json::parse(text.str()).dump();
  }
};

}  // namespace

TEST_CASE_FIXTURE(ConfigFixture,
                  "the settings command of the examples takes effect in every partition as it is printed") {
  send(example());
  run_drained();
  const Json expected = Json::parse(example())["args"]["values"];
  for (const Json& partition : in_force()) {
    CAPTURE(partition["partition"].dump());
    for (const auto& [stage, section] : expected.items()) {
      for (const auto& [name, value] : section.items()) {
        const Json setting = value_of(partition, "memory." + stage + "." + name);
        CHECK(setting["value"] == value);
        CHECK(setting["from"]["command_id"] == Json::parse(example())["command_id"]);
        CHECK(setting["from"]["issued_by"] == "cli:ann");
        CHECK(setting["from"]["offset"] == partition["last"]["offset"]);
      }
    }
    // What the command does not name is as the process that runs intake set it.
    const Json other = value_of(partition, "memory.skill.skills_max");
    CHECK(other["value"] == 1000);
    CHECK(other["from"]["issued_by"] == "intake");
  }
  const Outcome shown = program({"config", "--in-force"});
  CHECK(shown.out.find("memory.episodic.turn_items_max = 200  (settings command \"01JGFJK0000000000000000001\" of "
                       "\"cli:ann\")\n") != std::string::npos);
}

TEST_CASE_FIXTURE(ConfigFixture, "a refused settings command changes nothing and its dead letter says why") {
  send(R"({"kind":"settings","command_id":"c","args":{"values":{"episodic":{"turn_items_max":-5}}}})");
  run_drained();
  const Outcome dead = program({"tail", "dead-letters", "--from-beginning"});
  CHECK(dead.out.find("memory.episodic.turn_items_max = -5 (args.values) is refused; allowed: a whole number, 1 to "
                      "10000") != std::string::npos);
  for (const Json& partition : in_force()) {
    CHECK(value_of(partition, "memory.episodic.turn_items_max")["from"]["issued_by"] == "intake");
  }
}

TEST_CASE_FIXTURE(ConfigFixture, "a settings command that contradicts itself is refused as a settings file is") {
  send(
      R"({"kind":"settings","command_id":"c","args":{"values":{"episodic":{"tag_letters_min":40,"tag_letters_max":4}}}})");
  run_drained();
  const std::string sentence =
      "memory.episodic.tag_letters_min = 40 (args.values) is greater than "
      "memory.episodic.tag_letters_max = 4 (args.values)";
  CHECK(program({"tail", "dead-letters", "--full"}).out.find(sentence) != std::string::npos);
  for (const Json& partition : in_force()) {
    CHECK(value_of(partition, "memory.episodic.tag_letters_min")["value"] == 4);
  }
  for (const std::string pair : {"episodic.tag_letters", "pattern.topic_letters"}) {
    const Outcome refused =
        program({"config", "--set", "memory." + pair + "_min=40", "--set", "memory." + pair + "_max=4"});
    CHECK(refused.exit == 2);
    CHECK(refused.err.find("memory." + pair + "_min = 40 (--set) is greater than memory." + pair +
                           "_max = 4 (--set)") != std::string::npos);
  }
  CHECK(program({"config", "--set", "memory.skill.retire_threshold=0.8"}).exit == 2);
}

TEST_CASE_FIXTURE(ConfigFixture, "a command stays in force after a restart until the settings of the file change") {
  send(R"({"kind":"settings","command_id":"c","args":{"values":{"episodic":{"turn_items_max":7}}}})");
  run_drained();
  run_drained();
  for (const Json& partition : in_force()) {
    CHECK(value_of(partition, "memory.episodic.turn_items_max")["value"] == 7);
  }
  const Outcome ran = program(
      {"run", "--until-drained", "--listen", "", "--set", "log.level=error", "--set", "memory.skill.skills_max=900"});
  REQUIRE(ran.exit == 0);
  for (const Json& partition : in_force()) {
    CHECK(value_of(partition, "memory.skill.skills_max")["value"] == 900);
    CHECK(value_of(partition, "memory.episodic.turn_items_max")["from"]["issued_by"] == "intake");
  }
}

TEST_CASE_FIXTURE(ConfigFixture, "without a log there are no settings in force") {
  const Outcome shown = program({"config", "--in-force"});
  CHECK(shown.exit != 0);
  CHECK(shown.err.find("there is no topic turnstream.log") != std::string::npos);
}

}  // namespace turnstream::app
