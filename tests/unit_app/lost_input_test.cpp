// Records of the log that retention deleted before the stages read them: `run`, `run --accept-loss` and `doctor`.
#include <doctest/doctest.h>

#include "app/log_access/state_directory.h"
#include "pipeline/log/embedded/cluster.h"
#include "tests/unit_app/contains.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kLogRetentionMs = 3'600'000;

struct LostInput : ProgramFixture {
  Outcome call(std::vector<std::string> arguments, const std::string& input = "") {
    const std::vector<std::string> settings = {"--quiet",
                                               "--set",
                                               "intake.clock=event",
                                               "--set",
                                               "topics.partitions=1",
                                               "--set",
                                               "topics.retention_ms=" + std::to_string(kLogRetentionMs)};
    arguments.insert(arguments.end(), settings.begin(), settings.end());
    return run_in("s", std::move(arguments), input);
  }
  void publish(int turns, int seed) {
    const Outcome made = run({"generate", "--turns", std::to_string(turns), "--seed", std::to_string(seed), "--quiet"});
    REQUIRE(call({"publish"}, made.out).exit == 0);
  }
  Outcome run_drained(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"run", "--until-drained", "--listen", ""};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return call(arguments);
  }
  /// Deletes all records that are older than the retention two hours from now.
  void enforce_retention() {
    ManualClock clock(SystemClock().wall_now());
    clock.advance_ms(2 * kLogRetentionMs);
    auto cluster = log::embedded::Cluster::open(clock, StateDirectory::log_folder(path("s")), {});
    REQUIRE(cluster.ok());
    REQUIRE((*cluster)->enforce_retention().ok());
  }
  void append_foreign_row(const std::string& changelog) {
    const SystemClock clock;
    auto cluster = log::embedded::Cluster::open(clock, StateDirectory::log_folder(path("s")), {});
    REQUIRE(cluster.ok());
    const auto client = log::embedded::make_client(**cluster);
    const auto producer = client->make_producer("foreign");
    REQUIRE(producer.ok());
    REQUIRE((*producer)->produce({changelog, Partition{0}, "x", "y", {}}).ok());
    REQUIRE((*producer)->flush(kTimeout).ok());
  }
  /// Appends a record to the log in a transaction that is aborted.
  void append_aborted() {
    const SystemClock clock;
    auto cluster = log::embedded::Cluster::open(clock, StateDirectory::log_folder(path("s")), {});
    REQUIRE(cluster.ok());
    const auto client = log::embedded::make_client(**cluster);
    auto producer = client->make_transactional_producer("aborted", "test");
    REQUIRE(producer.ok());
    REQUIRE((*producer)->init(kTimeout).ok());
    REQUIRE((*producer)->begin().ok());
    REQUIRE((*producer)->produce({"turnstream.log", Partition{0}, "k", "v", {}}).ok());
    REQUIRE((*producer)->abort(kTimeout).ok());
  }
};

TEST_CASE_FIXTURE(LostInput,
                  "a run ends at records that were deleted before the stages read them unless the loss is accepted") {
  publish(10, 1);
  REQUIRE(run_drained().exit == 0);
  CHECK(call({"doctor"}).exit == 0);
  publish(10, 2);
  REQUIRE(run_drained({"--stages", "intake"}).exit == 0);
  enforce_retention();

  const Outcome doctor = call({"doctor"});
  CHECK(doctor.exit == 1);
  CHECK(contains(doctor.out, "bad  deleted records: turnstream.log[0]: records may have been lost: offsets "));
  CHECK(contains(doctor.out, "were deleted before stage episodic read them"));
  CHECK(contains(doctor.out, "`turnstream run --accept-loss`"));
  for (int start = 0; start < 2; ++start) {
    const Outcome refused = run_drained();
    CHECK(refused.exit == 1);
    CHECK(contains(refused.err, "Records of turnstream.log[0] may have been lost: offsets "));
    CHECK(contains(refused.err, "`turnstream run --accept-loss`"));
  }

  publish(5, 3);
  const Outcome accepted = run_drained({"--accept-loss"});
  INFO(accepted.err);
  CHECK(accepted.exit == 0);
  CHECK(contains(call({"digest"}).out, "completions    sha256:"));
  CHECK(run_drained().exit == 0);
  const Outcome healed = call({"doctor"});
  INFO(healed.out);
  CHECK(healed.exit == 0);
}

TEST_CASE_FIXTURE(LostInput,
                  "doctor names a log that lost processed records and is content if retention deleted them") {
  publish(10, 1);
  REQUIRE(run_drained().exit == 0);
  CHECK(!contains(call({"doctor"}).out, "log records"));
  enforce_retention();
  const Outcome doctor = call({"doctor"});
  INFO(doctor.out);
  CHECK(doctor.exit == 0);
  CHECK(
      contains(doctor.out, "note  log records: turnstream.log no longer has its first records: it begins at offset "));
  CHECK(contains(doctor.out, " in partition 0. What a stage made of the deleted records stays good"));
  CHECK(contains(doctor.out,
                 "The topic has retention.ms=" + std::to_string(kLogRetentionMs) + ", which deletes old records"));
}

TEST_CASE_FIXTURE(LostInput,
                  "after all processed records were deleted a run takes new turns, and doctor sees no loss") {
  publish(10, 1);
  REQUIRE(run_drained().exit == 0);
  enforce_retention();
  publish(10, 2);
  REQUIRE(run_drained({"--stages", "intake"}).exit == 0);
  CHECK(!contains(call({"doctor"}).out, "records may have been lost"));
  const Outcome run = run_drained();
  INFO(run.err);
  CHECK(run.exit == 0);
}

TEST_CASE_FIXTURE(LostInput, "doctor names a row of a changelog that another program wrote") {
  publish(10, 1);
  REQUIRE(run_drained().exit == 0);
  CHECK(contains(call({"doctor"}).out, "good  changelogs: all "));
  append_foreign_row("turnstream.semantic.changelog");
  for (const std::vector<std::string>& verb : {std::vector<std::string>{"doctor"}, {"doctor", "--deep"}}) {
    const Outcome doctor = call(verb);
    INFO(doctor.out);
    CHECK(doctor.exit == 1);
    CHECK(contains(doctor.out, "bad  changelogs: The record at offset "));
    CHECK(contains(doctor.out, " of turnstream.semantic.changelog[0], key \"x\", is not as the pipeline wrote it"));
  }
  CHECK(run_drained().exit == 1);
}

TEST_CASE_FIXTURE(LostInput, "deleted offsets of an aborted transaction are named as a possible loss only") {
  publish(10, 1);
  REQUIRE(run_drained().exit == 0);
  append_aborted();
  REQUIRE(run_drained().exit == 0);
  publish(1, 2);
  REQUIRE(run_drained({"--stages", "intake"}).exit == 0);
  enforce_retention();
  const Outcome refused = run_drained();
  CHECK(refused.exit == 1);
  CHECK(contains(refused.err, "may have been lost"));
  CHECK(contains(refused.err, "If only aborted transactions were there, nothing is lost"));
  CHECK(run_drained({"--accept-loss"}).exit == 0);
}

}  // namespace
}  // namespace turnstream::app
