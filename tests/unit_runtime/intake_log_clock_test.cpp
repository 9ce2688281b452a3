// Intake under the clock of the log, after another intake, and with a second intake.
#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_runtime/intake_clock_fixture.h"

namespace turnstream::runtime {

TEST_CASE_FIXTURE(IntakeClockFixture,
                  "intake does not commit a first transaction whose stamps the log's clock contradicts") {
  machine.step_wall_ms(kTenYears);
  LogClock wrong(machine);
  intake = std::make_unique<IntakeProcessor>(config, *client, wrong);
  REQUIRE(intake->assigned({{config.names.commands(), Partition{0}}}).ok());
  process();
  CHECK(last_stamp() == std::to_string(kStart + kTenYears));
  producer.append_time_ms = kStart + 5;
  const Status refused_commit = intake->prepare_commit(transaction);
  REQUIRE_FALSE(refused_commit.ok());
  CHECK(refused_commit.error().code == "clock_contradicted");
  CHECK(refused_commit.error().reaction == Reaction::kReleasePartition);
  transaction.closed();

  IntakeProcessor again(config, *client, wrong);
  REQUIRE(again.assigned({{config.names.commands(), Partition{0}}}).ok());
  REQUIRE(again.process_one(transaction).ok());
  CHECK(last_stamp() == std::to_string(kStart + 5));
  CHECK(again.prepare_commit(transaction).ok());
  CHECK(wrong.view().state == ClockState::kAhead);
  CHECK_FALSE(wrong.view().in_doubt);
}

TEST_CASE_FIXTURE(IntakeClockFixture,
                  "a turn of the wall clock's time is refused at once if the log's clock contradicts it") {
  producer.append_time_ms = kStart;
  start();
  process();
  REQUIRE(commit().ok());
  machine.step_wall_ms(kTenYears);
  machine.advance_ms(30'000);
  producer.append_time_ms = kStart + 30'000;
  process();
  REQUIRE(commit().ok());
  turn("T1", kStart + kTenYears);
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].header("dl_reason") == "timestamp_in_future");
}

TEST_CASE_FIXTURE(IntakeClockFixture,
                  "without a time of the log's clock in the progress, the gap to the log's newest time counts") {
  const std::vector<log::TopicPartition> inputs{{config.names.commands(), Partition{0}}};
  const IntakeMetadata last{"", LogTime{kStart - kTenYears}, std::nullopt};
  commit_progress(last);
  intake = std::make_unique<IntakeProcessor>(config, *client, clock);
  REQUIRE(intake->assigned(inputs).ok());
  CHECK(clock.view().in_doubt);
  CHECK(clock.wall_now() == WallTime{kStart - kTenYears});

  LogClock other(machine);
  config.clock = IntakeClock::kEvent;
  IntakeProcessor by_turns(config, *client, other);
  REQUIRE(by_turns.assigned(inputs).ok());
  CHECK(other.view().state == ClockState::kGood);
}

TEST_CASE_FIXTURE(IntakeClockFixture, "a transaction without a record for the log does not ask the log for its time") {
  producer.append_time_ms = kStart;
  intake = std::make_unique<IntakeProcessor>(config, *client, clock);
  // Without the end of its inputs intake writes no ticks.
  REQUIRE(intake->assigned({{"turns", Partition{0}}, {config.names.commands(), Partition{0}}}).ok());
  turn("T0", kStart);
  REQUIRE(commit().ok());
  machine.advance_ms(600'000);
  turn("T1", kStart + kTenYears);
  REQUIRE(refused().size() == 1);
  REQUIRE(commit().ok());
  CHECK(clock.wants_witness());
  turn("T2", kStart);
  REQUIRE(commit().ok());
  CHECK_FALSE(clock.wants_witness());
}

TEST_CASE_FIXTURE(IntakeClockFixture,
                  "the committed time of the log's clock does not depend on the partitions that intake has") {
  producer.append_time_ms = kStart - 3'600'000;
  commit_progress({"", LogTime{kStart}, WallTime{kStart - 3'600'000}});
  start({0});
  turn("T1", kStart);
  REQUIRE(commit().ok());
  CHECK(clock.view().state == ClockState::kGood);
  REQUIRE(intake->revoked().ok());
  start({1});
  machine.advance_ms(1'000);
  command("tick", kStart, 1);
  const auto offsets = intake->offsets();
  const auto commands = std::find_if(offsets.begin(), offsets.end(),
                                     [&](const auto& one) { return one.where.topic == config.names.commands(); });
  REQUIRE(commands != offsets.end());
  CHECK(decode_intake_metadata(commands->metadata).log_clock == WallTime{kStart - 3'599'000});
}

TEST_CASE_FIXTURE(IntakeClockFixture,
                  "under the event clock a second intake waits and then ends unless it has the first partition") {
  config.clock = IntakeClock::kEvent;
  for (const std::int32_t partition : {0, 1}) {
    CAPTURE(partition);
    start({partition});
    CHECK(intake->restore_step(10).value() == false);
    machine.advance_ms(61'000);
    const auto later = intake->restore_step(10);
    CHECK(later.ok() == (partition == 0));
    if (!later.ok()) {
      CHECK(later.error().code == "intake_shared");
      CHECK(later.error().reaction == Reaction::kStopProcess);
    }
  }
  start({0, 1});
  CHECK(intake->restore_step(10).value() == true);
}

}  // namespace turnstream::runtime
