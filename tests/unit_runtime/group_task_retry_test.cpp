#include <doctest/doctest.h>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/contract/temporary_folder.h"
#include "tests/unit_runtime/partition.h"

namespace turnstream::runtime {
namespace {

struct RetryFixture : PartitionFixture {
  void inject(const std::string& text) {
    auto fault = FaultInjector::parse(text);
    REQUIRE(fault.ok());
    faults = std::make_unique<FaultInjector>(std::vector<InjectedFault>{*fault});
    open();
  }
  /// The log lines of that event, each from the key `from` on.
  std::vector<std::string> lines(const std::string& event) const {
    std::vector<std::string> found;
    for (const auto& line : log_lines) {
      if (line.rfind("event=" + event + " ", 0) == 0) {
        found.push_back(line);
      }
    }
    return found;
  }
};

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE_FIXTURE(RetryFixture,
                  "a transient failure is tried again after 1 then 2 then 4 seconds and then dead-lettered") {
  inject("semantic:" + turn_id("T2") + ":transient:4");
  turn("T1", "hello");
  const auto second = turn("T2", "hello");
  const auto third = turn("T3", "hello");
  run();
  const auto retries = lines("retry_scheduled");
  REQUIRE(retries.size() == 3);
  CHECK(holds(retries[0], "stage=semantic partition=0 offset=1 persona=helper turn=" + turn_id("T2") + " "));

  CHECK(holds(retries[0], "wait_ms=1000"));
  CHECK(holds(retries[1], "wait_ms=2000"));
  CHECK(holds(retries[2], "wait_ms=4000"));
  CHECK(clock.monotonic_now() == MonotonicTime{7'000'000});
  CHECK(verdict("semantic", second) == "failure/injected_fault");
  CHECK(answer("semantic", second).attempts == 4);
  CHECK(answer("episodic", second).attempts == 1);
  CHECK(verdict("pattern", second) == "success");
  CHECK(verdict("consolidation", second) == "partial/upstream");
  CHECK(verdict("lifecycle", second) == "partial/upstream");
  for (const auto& stage : stages) {
    CHECK(verdict(stage->info().name, third) == "success");
    CHECK(parts(stage->info().name, second).size() == 1);
  }
  REQUIRE(lines("record_failed").size() == 1);
  CHECK(holds(lines("record_failed").front(), "turn=" + turn_id("T2") + " "));
  CHECK(lines("record_answered").empty());
  REQUIRE(dead_letters().size() == 1);
  CHECK(dead_letters().front().header("dl_stage") == "semantic");
  CHECK(dead_letters().front().header("dl_attempts") == "4");
  CHECK(dead_letters().front().header("dl_reason") == "stage_error");
}

TEST_CASE_FIXTURE(RetryFixture, "a transient failure that ends leaves the same bytes as a run without it") {
  inject("semantic:" + turn_id("T2") + ":transient:2");
  turn("T1", "hello");
  const auto second = turn("T2", "hello");
  run();
  CHECK(verdict("semantic", second) == "success");
  CHECK(answer("semantic", second).attempts == 3);
  CHECK(dead_letters().empty());
  CHECK(lines("retry_scheduled").size() == 2);
  REQUIRE(lines("record_answered").size() == 1);
  CHECK(holds(lines("record_answered").front(), "persona=helper turn=" + turn_id("T2") + " "));
  CHECK(holds(lines("record_answered").front(), " attempt=3"));
  for (const auto& stage : stages) {
    CHECK(state_row(stage->info().name, "helper", "calls") == "tt");
    CHECK(task(stage->info().name).position() == NextOffset{second + 1});
  }
}

TEST_CASE_FIXTURE(RetryFixture, "a deterministic failure is dead-lettered at once") {
  inject("semantic:" + turn_id("T1") + ":deterministic:1");
  const auto first = turn("T1", "hello");
  run();
  CHECK(verdict("semantic", first) == "failure/injected_fault");
  CHECK(answer("semantic", first).attempts == 1);
  CHECK(lines("retry_scheduled").empty());
  REQUIRE(dead_letters().size() == 1);
  CHECK(dead_letters().front().header("dl_attempts") == "1");
}

TEST_CASE_FIXTURE(RetryFixture, "nothing is processed and nothing is written before the wait is over") {
  inject("semantic:" + turn_id("T1") + ":transient:1");
  turn("T1", "hello");
  CHECK(*step() == GroupTask::Outcome::kRetryLater);
  REQUIRE(group->retry_at() == MonotonicTime{1'000'000});
  clock.advance_ms(999);
  CHECK(*step() == GroupTask::Outcome::kRetryLater);
  CHECK(producer.records.empty());
  CHECK_FALSE(transaction->open());
  clock.advance_ms(1);
  CHECK(*step() == GroupTask::Outcome::kProcessed);
  CHECK_FALSE(group->retry_at().has_value());
}

TEST_CASE_FIXTURE(RetryFixture, "while a record waits for its retry every stage is at the record before it") {
  settings(R"({"skill":{"a":1}})");
  const auto first = turn("T1", "hello", 500);
  run();
  settings(R"({"skill":{"a":2}})");
  run();
  const auto second = turn("T2", "episodic=retry", 900);
  CHECK(*step() == GroupTask::Outcome::kRetryLater);
  CHECK(first + 2 == second);
  for (std::size_t i = 0; i < group->tasks(); ++i) {
    CHECK(group->task(i).position() == NextOffset{second});
    CHECK_FALSE(group->task(i).position() == NextOffset{first + 1});
  }
  // The records before it are committed, and the process ends before the wait is over.
  restart();
  REQUIRE(group->gate().accept(make_record(log[second])).ok());
  run();
  for (const auto& stage : stages) {
    CHECK(parts(stage->info().name, first).size() == 1);
    CHECK(parts(stage->info().name, second).size() == 1);
  }
  CHECK(state_row("skill", "helper", "calls") == "tt");
  CHECK(state_row("skill", "helper", "settings") == R"({"skill":{"a":2}})");
}

TEST_CASE_FIXTURE(RetryFixture, "each stage has its own number of attempts") {
  faults = std::make_unique<FaultInjector>(std::vector<InjectedFault>{
      {"episodic", turn_id("T1"), true, 3}, {"skill", turn_id("T1"), true, 3}, {"semantic", turn_id("T1"), true, 100}});
  open();
  const auto first = turn("T1", "hello");
  run();
  CHECK(answer("episodic", first).attempts == 4);
  CHECK(answer("skill", first).attempts == 4);
  CHECK(answer("semantic", first).attempts == 4);
  CHECK(verdict("episodic", first) == "success");
  CHECK(verdict("semantic", first) == "failure/injected_fault");
}

TEST_CASE_FIXTURE(RetryFixture, "an error that no record caused stops the process") {
  turn("T1", "skill=stop");
  const auto outcome = step();
  REQUIRE_FALSE(outcome.ok());
  CHECK(outcome.error().reaction == Reaction::kStopProcess);
}

TEST_CASE_FIXTURE(RetryFixture, "a log record that intake did not write stops the process") {
  append("nonsense", 0, "helper", "{}");
  const auto outcome = step();
  REQUIRE_FALSE(outcome.ok());
  CHECK(outcome.error().code == "foreign_log_record");
}

TEST_CASE_FIXTURE(RetryFixture,
                  "a record that ended the process three times is failed as crashed without running the stage") {
  const contract::TemporaryFolder folder;
  const auto file = folder.path() + "/crashes";
  std::ofstream(file) << "skill 0 0\nskill 0 0\nskill 0 0\nskill 0 1\nskill 0 1\n";
  crashes = CrashLedger::open(file).value();
  open();
  const auto first = turn("T1", "hello");
  const auto second = turn("T2", "hello");
  run();
  CHECK(verdict("skill", first) == "failure/crashed");
  CHECK(verdict("episodic", first) == "success");
  CHECK(verdict("semantic", first) == "partial/upstream");
  CHECK(verdict("skill", second) == "success");
  CHECK(state_row("skill", "helper", "calls") == "t");
  REQUIRE(dead_letters().size() == 1);
  CHECK(dead_letters().front().header("dl_reason") == "crashed");
  CHECK(dead_letters().front().header("dl_stage") == "skill");
}

TEST_CASE_FIXTURE(RetryFixture,
                  "a tick that ended the process three times fires nothing and arms the timers again later") {
  const contract::TemporaryFolder folder;
  const auto file = folder.path() + "/crashes";
  std::ofstream(file) << "skill 0 1\nskill 0 1\nskill 0 1\n";
  crashes = CrashLedger::open(file).value();
  open();
  turn("T1", "arm:x:100");
  const auto fatal = tick(200);
  const auto soon = tick(300);
  const auto later = tick(200 + 30'000);
  run();
  CHECK(verdict("skill", fatal) == "partial/crashed");
  CHECK(changes("skill", fatal).empty());
  CHECK(changes("skill", soon).empty());
  CHECK(changes("skill", later) == "fact:x ");
  CHECK(changes("episodic", fatal) == "fact:x ");
}

TEST_CASE_FIXTURE(RetryFixture,
                  "a record whose reading ended the process three times is failed by every stage unread") {
  const contract::TemporaryFolder folder;
  const auto file = folder.path() + "/crashes";
  std::ofstream(file) << "prepare 0 1\nprepare 0 1\nprepare 0 1\nprepare 0 3\nprepare 0 3\nprepare 0 3\n";
  crashes = CrashLedger::open(file).value();
  open();
  settings(R"({"skill":{"a":1}})");
  const auto fatal = turn("T1", "hello");
  const auto next = turn("T2", "hello");
  const auto unread = settings(R"({"skill":{"a":2}})");
  turn("T3", "hello");
  run();
  for (const auto& stage : stages) {
    const auto name = stage->info().name;
    CHECK(verdict(name, fatal) == "failure/crashed");
    CHECK(verdict(name, next) == "success");
    CHECK(state_row(name, "helper", "calls") == "tt");
    CHECK(state_row(name, "helper", "settings") == R"({"skill":{"a":1}})");
  }
  // The settings that could not be read are a failed record too.
  REQUIRE(dead_letters().size() == 2 * stages.size());
  for (const auto& letter : dead_letters()) {
    CHECK(letter.header("dl_reason") == "crashed");
  }
  CHECK(dead_letters().front().value == log[fatal].value);
  CHECK(dead_letters().back().value == log[unread].value);
  for (const auto& stage : stages) {
    CHECK(verdict(stage->info().name, unread) == "failure/crashed");
    CHECK_FALSE(answer(stage->info().name, unread).persona_id.has_value());
  }
}

TEST_CASE_FIXTURE(RetryFixture, "a death while a log record is parsed counts for that record") {
  const contract::TemporaryFolder folder;
  const auto file = folder.path() + "/crashes";
  const pid_t child = fork();
  if (child == 0) {
    crashes = CrashLedger::open(file).value();
    open();
    auto record = make_record({"turnstream.log", 0, 0, "helper", "", {{"kind", "turn"}, {"log_time", "0"}}});
    record.value = unreadable();
    static_cast<void>(group->gate().accept(std::move(record)));
    static_cast<void>(step());
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  CHECK(CrashLedger::open(file).value()->deaths(kPreparing, {Partition{0}, Offset{0}}) == 1);
}

TEST_CASE_FIXTURE(RetryFixture, "answers are counted by status and retries and dead letters by stage") {
  inject("semantic:" + turn_id("T2") + ":transient:4");
  turn("T1", "hello");
  turn("T2", "hello");
  run();
  const std::string text = metrics.text();
  INFO(text);
  CHECK(holds(text, "turnstream_completions_total{stage=\"semantic\",status=\"success\"} 1\n"));
  CHECK(holds(text, "turnstream_completions_total{stage=\"semantic\",status=\"failure\"} 1\n"));
  CHECK(holds(text, "turnstream_completions_total{stage=\"lifecycle\",status=\"partial\"} 1\n"));
  CHECK(holds(text, "turnstream_retries_total{stage=\"semantic\"} 3\n"));
  CHECK(holds(text, "turnstream_dead_letters_total{reason=\"stage_error\",stage=\"semantic\"} 1\n"));
  // A record that is retried counts once.
  CHECK(holds(text, "turnstream_stage_record_seconds_count{stage=\"semantic\"} 2\n"));
}

TEST_CASE_FIXTURE(RetryFixture, "state that was made from one log refuses another") {
  turn("T1", "hello");
  run();
  restart();
  const auto status = task("episodic").load("elsewhere.log");
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == "log_mismatch");
  CHECK(status.error().reaction == Reaction::kStopProcess);
  CHECK(task("episodic").load("turnstream.log").ok());
}

}  // namespace turnstream::runtime
