#include <doctest/doctest.h>

#include "app/log_access/log_file.h"
#include "app/own_stages.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

const std::vector<std::string> kCopySettings = {"--quiet", "--set", "intake.clock=event", "--set",
                                                "topics.partitions=2"};

std::vector<std::string> with_settings(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), kCopySettings.begin(), kCopySettings.end());
  return arguments;
}

TEST_CASE("an exported log comes back with its offsets and gaps and gives the same digests") {
  ProgramFixture program;
  for (const char* seed : {"1", "2"}) {
    const Outcome generated = program.run({"generate", "--turns", "25", "--seed", seed, "--quiet"});
    REQUIRE(program.run_in("s", with_settings({"publish"}), generated.out).exit == 0);
    REQUIRE(program.run_in("s", with_settings({"run", "--until-drained", "--listen", ""})).exit == 0);
  }
  const Outcome exported = program.run_in("s", with_settings({"log", "export"}));
  REQUIRE(exported.exit == 0);
  const std::string file = program.write_file("log.ndjson", exported.out);
  const Outcome imported = program.run_in("t", with_settings({"log", "import", file}));
  INFO(imported.err);
  REQUIRE(imported.exit == 0);
  CHECK(program.run_in("t", with_settings({"log", "export"})).out == exported.out);

  REQUIRE(program
              .run_in("t", with_settings({"run", "--until-drained", "--listen", "", "--namespace", "again", "--log-of",
                                          "turnstream"}))
              .exit == 0);
  std::string original = program.run_in("s", with_settings({"digest", "--json"})).out;
  std::string again = program.run_in("t", with_settings({"digest", "--json", "--namespace", "again"})).out;
  CHECK(original.substr(original.find("\"stages\"")) == again.substr(again.find("\"stages\"")));

  // A namespace that reads another's log has no log of its own, and none was deleted.
  const Outcome doctor = program.run_in("t", with_settings({"doctor", "--namespace", "again"}));
  INFO(doctor.out);
  CHECK(doctor.exit == 0);
  CHECK(doctor.out.find("note  replay: this namespace has read the log of namespace turnstream") != std::string::npos);
  CHECK(doctor.out.find("was deleted") == std::string::npos);
  CHECK(doctor.out.find("lag of skill: 0 offsets") != std::string::npos);
}

TEST_CASE("a replay refuses settings of memory because the log has them") {
  ProgramFixture program;
  program.use_stages(own_stages());
  const std::vector<std::string> replay = {"run", "--namespace", "again", "--log-of", "turnstream"};
  std::vector<std::string> given = replay;
  given.insert(given.end(), {"--set", "memory.skill.capability_uses_min=5"});
  const Outcome refused = program.run_in("s", given);
  CHECK(refused.exit == 2);
  CHECK(refused.err.find("memory.skill.capability_uses_min") != std::string::npos);
  CHECK(refused.err.find("has no effect with --log-of") != std::string::npos);
  CHECK(program.run_in("s", replay).err.find("has no effect") == std::string::npos);
}

TEST_CASE("a first or last line of an export with other types is refused with a sentence") {
  ProgramFixture program;
  for (const char* head :
       {R"({"kind":5})", R"({"kind":"log_export","format":"1"})", R"({"kind":"log_export","format":[1]})",
        R"({"kind":"log_export","format":1,"topic":7,"partitions":2})",
        R"({"kind":"log_export","format":1,"topic":"t","partitions":"2"})",
        R"({"kind":"log_export","format":1,"topic":"t","partitions":-2})",
        R"({"kind":"log_export","format":1,"topic":"t","partitions":99999999999})", "[]", "7", ""}) {
    const Outcome refused = program.run_in("s", with_settings({"log", "import"}), std::string(head) + "\n");
    CHECK_MESSAGE(refused.exit == 3, head);
    CHECK_MESSAGE(refused.err.find("turnstream: ") != std::string::npos, head);
  }
  const auto end = parse_end_line(R"({"kind":"log_export_end","next":[1],"records":"many"})");
  REQUIRE(end.ok());
  CHECK((*end)->records == -1);
}

std::string record(int partition, int offset) {
  return R"({"p":)" + std::to_string(partition) + R"(,"o":)" + std::to_string(offset) + R"(,"k":null,"v":"x","h":[]})" +
         "\n";
}

TEST_CASE("gaps of any length are left where they were") {
  ProgramFixture program;
  std::string log = head_line({"turnstream.log", 2}) + "\n";
  for (const int offset : {0, 1, 3, 6, 7, 11, 40}) {
    log += record(0, offset);
  }
  log += record(1, 5) + record(1, 7);
  log += end_line({{42, 10}, 9}) + "\n";
  REQUIRE(program.run_in("s", with_settings({"log", "import"}), log).exit == 0);
  CHECK(program.run_in("s", with_settings({"log", "export"})).out == log);
}

TEST_CASE("a log that is cut off or does not fit is refused") {
  ProgramFixture program;
  const std::string head = head_line({"turnstream.log", 2}) + "\n";
  CHECK(program.run_in("a", with_settings({"log", "import"}), "{}\n").exit == 3);
  CHECK(program.run_in("b", with_settings({"log", "import"}), head + record(0, 0)).exit == 3);
  CHECK(program.run_in("c", with_settings({"log", "import"}), head + record(0, 1)).exit == 3);
  CHECK(program.run_in("d", with_settings({"log", "import"}), head + record(0, 3) + record(0, 3)).exit == 3);
  CHECK(program.run_in("e", with_settings({"log", "import"}), head + record(2, 0)).exit == 3);
  const std::string whole = head + record(0, 0) + end_line({{1, 0}, 1}) + "\n";
  CHECK(program.run_in("f", with_settings({"log", "import"}), whole).exit == 0);
  CHECK(program.run_in("f", with_settings({"log", "import"}), whole).exit == 3);
  CHECK(program.run_in("g", with_settings({"log", "export"})).exit == 1);
}

}  // namespace
}  // namespace turnstream::app
