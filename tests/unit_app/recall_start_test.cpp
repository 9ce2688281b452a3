// A run whose recall begins on a log that retention has shortened, with the product's stages and the embedded log.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/log_access/state_directory.h"
#include "app/own_stages.h"
#include "pipeline/log/embedded/cluster.h"
#include "tests/unit_app/contains.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kRetentionMs = 3'600'000;

struct Shortened : ProgramFixture {
  Shortened() { use_stages(own_stages()); }

  Outcome call(std::vector<std::string> arguments, const std::string& input = "") {
    const std::vector<std::string> settings = {"--set", "intake.clock=event",
                                               "--set", "topics.partitions=1",
                                               "--set", "topics.retention_ms=" + std::to_string(kRetentionMs)};
    arguments.insert(arguments.end(), settings.begin(), settings.end());
    return run_in("s", std::move(arguments), input);
  }
  void say(int number, const std::string& text) {
    const std::string two = (number < 10 ? "0" : "") + std::to_string(number);
    const Json turn{{"turn_id", "01JGFJJZ0000000000000000" + two},
                    {"agent_id", "helper"},
                    {"timestamp", "2026-01-01T10:" + two + ":00Z"},
                    {"turn_data", {{"user_input", text}, {"assistant_response", ""}}}};
    const Outcome sent = call({"publish", "--quiet"}, turn.dump() + "\n");
    INFO(sent.err);
    REQUIRE(sent.exit == 0);
  }
  Outcome drain(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"run", "--until-drained", "--listen", ""};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return call(arguments);
  }
  /// Deletes all records that the log and the completions have now.
  void delete_all() {
    ManualClock clock(SystemClock().wall_now());
    clock.advance_ms(2 * kRetentionMs);
    auto cluster = log::embedded::Cluster::open(clock, StateDirectory::log_folder(path("s")), {});
    REQUIRE(cluster.ok());
    REQUIRE((*cluster)->enforce_retention().ok());
  }
  void remove_read_model() { std::filesystem::remove_all(path("s") + "/recall"); }
  std::string found(const std::string& query) {
    const Outcome asked = call({"recall", "--persona", "helper", "--quiet", query});
    INFO(asked.err);
    REQUIRE(asked.exit == 0);
    return asked.out;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Shortened, "recall begins with what retention left and says so") {
  say(1, "The zeppelin is ready");
  REQUIRE(drain().exit == 0);
  CHECK(contains(found("zeppelin"), "The zeppelin is ready"));
  delete_all();
  remove_read_model();
  say(2, "The bakery is open");
  const Outcome run = drain();
  CHECK(run.exit == 0);
  CHECK(contains(found("bakery"), "The bakery is open"));
  CHECK(found("zeppelin") == "nothing found\n");
  const Outcome past = call({"recall", "--persona", "helper", "--as-of", "0@0", "bakery"});
  CHECK(past.exit == 1);
  CHECK(contains(past.err, "What memory held at 0@0 is not known: when recall began"));
  const std::string digest = call({"recall", "--digest"}).out;
  CHECK(drain().exit == 0);
  CHECK(call({"recall", "--digest"}).out == digest);
}

TEST_CASE_FIXTURE(Shortened, "recall that had applied the records continues after their deletion") {
  say(1, "The zeppelin is ready");
  REQUIRE(drain().exit == 0);
  delete_all();
  REQUIRE(drain().exit == 0);
  say(2, "The bakery is open");
  const Outcome run = drain();
  CHECK(run.exit == 0);
  CHECK(contains(found("zeppelin"), "The zeppelin is ready"));
  CHECK(contains(found("bakery"), "The bakery is open"));
}

TEST_CASE_FIXTURE(Shortened, "recall that missed deleted records ends a drained run with what to do") {
  say(1, "The zeppelin is ready");
  REQUIRE(drain().exit == 0);
  say(2, "The lantern is green");
  REQUIRE(drain({"--stages", "intake,episodic,skill,semantic,pattern,consolidation,lifecycle"}).exit == 0);
  delete_all();
  say(3, "The bakery is open");
  const Outcome behind = drain();
  CHECK(behind.exit == 1);
  CHECK(contains(behind.err, "Records of turnstream.log[0] may have been lost: offsets "));
  CHECK(contains(behind.err, "remove the folder `recall` of its state directory"));
  remove_read_model();
  CHECK(drain().exit == 0);
  CHECK(contains(found("bakery"), "The bakery is open"));
  CHECK(found("zeppelin") == "nothing found\n");
}

TEST_CASE_FIXTURE(Shortened, "recall continues behind deleted records if the loss is accepted") {
  say(1, "The zeppelin is ready");
  REQUIRE(drain().exit == 0);
  say(2, "The lantern is green");
  REQUIRE(drain({"--stages", "intake"}).exit == 0);
  delete_all();
  say(3, "The bakery is open");
  const Outcome run = drain({"--accept-loss"});
  INFO(run.err);
  CHECK(run.exit == 0);
  CHECK(contains(found("bakery"), "The bakery is open"));
  CHECK(contains(found("zeppelin"), "The zeppelin is ready"));
  CHECK(drain().exit == 0);
}

}  // namespace turnstream::app
