// What `upgrade` refuses before it begins. tests/integration/upgrade_test.py has whole upgrades.
#include <doctest/doctest.h>

#include "app/own_stages.h"
#include "tests/unit_app/contains.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

struct Pipeline : ProgramFixture {
  Pipeline() { use_stages(own_stages()); }
  Outcome call(std::vector<std::string> arguments, const std::string& input = "") {
    arguments.insert(arguments.end(), {"--quiet", "--set", "topics.partitions=1", "--set", "intake.clock=event"});
    return run_in("s", std::move(arguments), input);
  }
};

TEST_CASE_FIXTURE(Pipeline,
                  "an upgrade refuses settings of memory on the command line and leaves those of a file to the run") {
  REQUIRE(call({"publish"}, run({"generate", "--turns", "10", "--quiet"}).out).exit == 0);
  REQUIRE(call({"run", "--until-drained", "--listen", ""}).exit == 0);
  const Outcome refused = call({"upgrade", "--into", "next", "--set", "memory.skill.experience_uses=20"});
  CHECK(refused.exit == 2);
  CHECK(contains(refused.err, "memory.skill.experience_uses (--set) has no effect with upgrade"));
  CHECK(contains(refused.err, "the log of turnstream"));
  CHECK(contains(refused.err, "give it to `turnstream run` after the upgrade"));
  const std::string file = write_file("memory.yaml", "memory:\n  skill:\n    experience_uses: 20\n");
  const Outcome upgraded = call({"upgrade", "--into", "next", "--config", file});
  INFO(upgraded.err);
  CHECK(upgraded.exit == 0);
  CHECK(contains(upgraded.out, "skill: 0 of "));
}

TEST_CASE_FIXTURE(Pipeline, "new names on an embedded log are refused with the reason") {
  const Outcome refused = call({"upgrade", "--into", "next", "--new-names"});
  CHECK(refused.exit == 2);
  CHECK(contains(refused.err, "--new-names needs Kafka (--bootstrap)"));
}

}  // namespace
}  // namespace turnstream::app
