#include <doctest/doctest.h>

#include "app/log_access/log_file.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

const std::vector<std::string> kSettings = {"--quiet", "--set", "intake.clock=event", "--set", "topics.partitions=2"};

std::vector<std::string> with(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), kSettings.begin(), kSettings.end());
  return arguments;
}

TEST_CASE("an exported log comes back with its offsets and gaps and gives the same digests") {
  ProgramFixture program;
  for (const char* seed : {"1", "2"}) {
    const Outcome generated = program.run({"generate", "--turns", "25", "--seed", seed, "--quiet"});
    REQUIRE(program.run_in("s", with({"publish"}), generated.out).exit == 0);
    REQUIRE(program.run_in("s", with({"run", "--until-drained", "--listen", ""})).exit == 0);
  }
  const Outcome exported = program.run_in("s", with({"log", "export"}));
  REQUIRE(exported.exit == 0);
  const std::string file = program.write_file("log.ndjson", exported.out);
  const Outcome imported = program.run_in("t", with({"log", "import", file}));
  INFO(imported.err);
  REQUIRE(imported.exit == 0);
  CHECK(program.run_in("t", with({"log", "export"})).out == exported.out);

  REQUIRE(program
              .run_in("t", with({"run", "--until-drained", "--listen", "", "--namespace", "again", "--log-of",
                                 "turnstream"}))
              .exit == 0);
  std::string original = program.run_in("s", with({"digest", "--json"})).out;
  std::string again = program.run_in("t", with({"digest", "--json", "--namespace", "again"})).out;
  CHECK(original.substr(original.find("\"stages\"")) == again.substr(again.find("\"stages\"")));
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
  REQUIRE(program.run_in("s", with({"log", "import"}), log).exit == 0);
  CHECK(program.run_in("s", with({"log", "export"})).out == log);
}

TEST_CASE("a log that is cut off or does not fit is refused") {
  ProgramFixture program;
  const std::string head = head_line({"turnstream.log", 2}) + "\n";
  CHECK(program.run_in("a", with({"log", "import"}), "{}\n").exit == 3);
  CHECK(program.run_in("b", with({"log", "import"}), head + record(0, 0)).exit == 3);
  CHECK(program.run_in("c", with({"log", "import"}), head + record(0, 1)).exit == 3);
  CHECK(program.run_in("d", with({"log", "import"}), head + record(0, 3) + record(0, 3)).exit == 3);
  CHECK(program.run_in("e", with({"log", "import"}), head + record(2, 0)).exit == 3);
  const std::string whole = head + record(0, 0) + end_line({{1, 0}, 1}) + "\n";
  CHECK(program.run_in("f", with({"log", "import"}), whole).exit == 0);
  CHECK(program.run_in("f", with({"log", "import"}), whole).exit == 3);
  CHECK(program.run_in("g", with({"log", "export"})).exit == 1);
}

}  // namespace
}  // namespace turnstream::app
