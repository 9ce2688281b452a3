// Intake under wall clocks that jump.
#include <doctest/doctest.h>

#include "tests/unit_runtime/intake_clock_fixture.h"

namespace turnstream::runtime {
namespace {

/// A minute with a turn and the ticks every 15 s; in the second quarter the wall clock is `jump_ms` ahead.
std::string minute_with(std::int64_t jump_ms) {
  IntakeClockFixture fixture;
  fixture.start();
  for (int quarter = 0; quarter < 4; ++quarter) {
    const std::int64_t step_ms = quarter == 1 ? jump_ms : quarter == 2 ? -jump_ms : 0;
    fixture.machine.step_wall_ms(step_ms);
    fixture.machine.advance_ms(15'000);
    fixture.turn("T" + std::to_string(quarter), kStart);
    REQUIRE(fixture.commit().ok());
  }
  return fixture.written();
}

}  // namespace

TEST_CASE("a wall clock that jumps ten years ahead for 15 s changes no byte of what intake writes") {
  const std::string calm = minute_with(0);
  CHECK(calm.find("kind=tick") != std::string::npos);
  CHECK(minute_with(kTenYears) == calm);
}

TEST_CASE_FIXTURE(IntakeClockFixture, "a wall clock that goes back does not take log time back and does not stop it") {
  start();
  turn("T1", kStart);
  CHECK(last_stamp() == std::to_string(kStart));
  machine.step_wall_ms(-kTenYears);
  machine.advance_ms(1'000'000);
  turn("T2", kStart);
  CHECK(last_stamp() == std::to_string(kStart + 900'000));
}

TEST_CASE_FIXTURE(IntakeClockFixture, "an intake on a machine whose clock is behind continues at the last log time") {
  LogAppender appender(config, clock);
  appender.own(Partition{0}, {"", LogTime{kStart + 50'000}, std::nullopt});
  REQUIRE(appender.append_ticks(transaction, WallTime{kStart}).ok());
  CHECK(last_stamp() == std::to_string(kStart + 50'000));
  CHECK(appender.metadata(Partition{0})->log_time == LogTime{kStart + 50'000});
  CHECK(appender.has_changed(Partition{0}));
}

TEST_CASE_FIXTURE(
    IntakeClockFixture,
    "a turn of the wall clock's time waits while the jump is in doubt and continues when it is accepted") {
  start();
  turn("T1", kStart);
  machine.step_wall_ms(kTenYears);
  turn("T2", kStart + kTenYears);
  CHECK(logged("turn").size() == 1);
  CHECK(refused().empty());
  CHECK(intake->held_back() == std::vector<log::TopicPartition>{{"turns", Partition{0}}});
  command("clock", kStart + kTenYears, 1);
  CHECK(logged("turn").size() == 2);
  CHECK(last_stamp() == std::to_string(kStart + kTenYears));
  CHECK(intake->held_back().empty());
}

TEST_CASE_FIXTURE(IntakeClockFixture, "a turn of the wall clock's time is refused when the wall clock is right again") {
  start();
  turn("T1", kStart);
  machine.step_wall_ms(kTenYears);
  turn("T2", kStart + kTenYears);
  machine.step_wall_ms(-kTenYears);
  process();
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].header("dl_reason") == "timestamp_in_future");
}

TEST_CASE_FIXTURE(IntakeClockFixture, "a turn that neither clock allows is refused at once") {
  start();
  machine.step_wall_ms(kTenYears);
  turn("T1", kStart + 2 * kTenYears);
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].header("dl_reason") == "timestamp_in_future");
}

TEST_CASE_FIXTURE(IntakeClockFixture, "an accepted jump is a tick of the command in each partition of the log") {
  start();
  machine.step_wall_ms(kTenYears);
  process();
  command("clock", kStart + kTenYears, 0);
  command("clock", kStart + kTenYears, 1);
  CHECK(refused().empty());
  std::vector<RecordingProducer::Produced> ticks;
  for (const auto& tick : logged("tick")) {
    if (tick.header("source_topic") == config.names.commands()) {
      ticks.push_back(tick);
    }
  }
  REQUIRE(ticks.size() == 2);
  for (std::int32_t p = 0; p < kPartitions; ++p) {
    CHECK(ticks[static_cast<std::size_t>(p)].partition == Partition{p});
    CHECK(ticks[static_cast<std::size_t>(p)].header("log_time") == std::to_string(kStart + kTenYears));
  }
}

TEST_CASE_FIXTURE(IntakeClockFixture, "a clock command is refused if no jump is held or the jump leads elsewhere") {
  start();
  command("clock", kStart);
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].header("dl_reason") == "clock_refused");
  machine.step_wall_ms(kTenYears);
  command("clock", kStart);
  REQUIRE(refused().size() == 2);
  CHECK(refused()[1].header("dl_message").find(format_time(kStart + kTenYears)) != std::string::npos);
  CHECK(clock.view().state == ClockState::kAhead);
}

}  // namespace turnstream::runtime
