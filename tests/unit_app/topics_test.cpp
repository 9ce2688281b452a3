#include <doctest/doctest.h>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/log_access/state_directory.h"
#include "pipeline/log/embedded/cluster.h"
#include "tests/unit_app/contains.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

using Lines = std::vector<std::string>;

/// Opens the embedded log of a state directory directly, which no command of the program does.
void change_topics(const ProgramFixture& program, const std::string& state,
                   const std::function<Status(log::Admin&)>& change) {
  const std::string folder = StateDirectory::log_folder(program.path(state));
  std::filesystem::create_directories(folder);
  const SystemClock clock;
  auto cluster = log::embedded::Cluster::open(clock, folder, {});
  REQUIRE(cluster.ok());
  REQUIRE(change(log::embedded::make_client(**cluster)->admin()).ok());
}

void make_topic(const ProgramFixture& program, const std::string& name, std::int32_t partitions) {
  change_topics(program, "s", [&](log::Admin& admin) {
    const std::vector<log::TopicSpec> specs = {{.name = name, .partitions = partitions}};
    return admin.create_topics(specs, kTimeout);
  });
}

void delete_topics(const ProgramFixture& program, const Lines& names) {
  change_topics(program, "s", [&](log::Admin& admin) { return admin.delete_topics(names, kTimeout); });
}

void process_turns(ProgramFixture& program) {
  const std::string turns = program.run({"generate", "--turns", "5", "--quiet"}).out;
  REQUIRE(program.run_in("s", {"publish", "--quiet"}, turns).exit == 0);
  REQUIRE(program.run_in("s", {"run", "--until-drained", "--listen", "", "--quiet"}).exit == 0);
}

TEST_CASE("commands that need a topic say which one is missing and what to do") {
  ProgramFixture program;
  make_topic(program, "another", 1);
  struct Case {
    Lines arguments;
    std::string topic;
  };
  const Case cases[] = {{{"digest"}, "turnstream.episodic.changelog"},
                        {{"state", "dump", "--stage", "episodic"}, "turnstream.episodic.changelog"},
                        {{"redrive", "--stage", "episodic", "--all"}, "turnstream.dead-letters"},
                        {{"tail", "insights"}, "turnstream.insights"},
                        {{"tail", "insights", "--follow"}, "turnstream.insights"}};
  for (const Case& one : cases) {
    const Outcome outcome = program.run_in("s", one.arguments);
    INFO(outcome.err);
    CHECK(outcome.exit == 1);
    CHECK(outcome.out.empty());
    CHECK(contains(outcome.err, one.topic));
    CHECK(contains(outcome.err, "Check --namespace"));
  }
}

TEST_CASE("a topic with another partition count stops all others from being made") {
  ProgramFixture program;
  make_topic(program, "turnstream.insights", 3);
  for (const Lines& arguments : {Lines{"topics", "create"}, Lines{"run", "--until-drained", "--listen", ""}}) {
    const Outcome outcome = program.run_in("s", arguments);
    CHECK(outcome.exit == 2);
    CHECK(contains(outcome.err, "topic turnstream.insights has 3 partitions, but 8 are expected"));
    CHECK(contains(outcome.err, "Set topics.partitions=3"));
    CHECK(lines_of(program.run_in("s", {"topics", "list", "--all"}).out).size() == 1);
  }
}

TEST_CASE("topics that differ among themselves are named with their counts and no setting is advised") {
  ProgramFixture program;
  make_topic(program, "turnstream.insights", 3);
  make_topic(program, "turnstream.log", 8);
  make_topic(program, "turnstream.maintenance", 3);
  for (const std::string asked : {"3", "5", "8"}) {
    const Outcome outcome = program.run_in("s", {"topics", "create", "--set", "topics.partitions=" + asked});
    CHECK(outcome.exit == 2);
    CHECK(contains(outcome.err, "3: turnstream.insights, turnstream.maintenance; 8: turnstream.log"));
    CHECK(!contains(outcome.err, "Set topics.partitions"));
  }
  const Outcome doctor = program.run_in("s", {"doctor"});
  CHECK(doctor.exit == 1);
  CHECK(contains(doctor.out, "bad  partitions: the topics of namespace turnstream have different"));
  CHECK(contains(doctor.out,
                 "note  topics: some are missing; `turnstream run` creates them: turns, turnstream.commands"));
}

TEST_CASE("the doctor distinguishes topics that were never created from deleted ones") {
  ProgramFixture program;
  const Outcome before = program.run_in("s", {"doctor"});
  CHECK(before.exit == 0);
  CHECK(contains(before.out, "note  topics: none of namespace turnstream exists yet"));
  process_turns(program);
  const Outcome whole = program.run_in("s", {"doctor"});
  CHECK(whole.exit == 0);
  CHECK(contains(whole.out, "good  topics: all"));

  delete_topics(program, {"turnstream.episodic.changelog"});
  const Outcome after = program.run_in("s", {"doctor"});
  CHECK(after.exit == 1);
  CHECK(contains(after.out,
                 "bad  topics: topic turnstream.episodic.changelog is missing, though "
                 "turnstream.completions.episodic has records that belong to it: it was deleted. Restore "
                 "it from a copy"));
  CHECK(contains(after.out, "note  topics: some are missing: turnstream.episodic.changelog"));
  CHECK(program.run_in("s", {"run", "--until-drained", "--listen", ""}).exit == 2);
}

TEST_CASE("a tail of no records shows nothing and a negative number is refused with the bounds") {
  ProgramFixture program;
  process_turns(program);
  const Outcome none = program.run_in("s", {"tail", "turns", "--limit", "0"});
  CHECK(none.exit == 0);
  CHECK(none.out.empty());
  CHECK(program.run_in("s", {"tail", "turns", "--limit", "0", "--follow"}).exit == 0);
  const Outcome negative = program.run_in("s", {"tail", "turns", "--limit=-1"});
  CHECK(negative.exit == 2);
  CHECK(contains(negative.err, "not in range 0 to 1000000000"));
}

}  // namespace
}  // namespace turnstream::app
