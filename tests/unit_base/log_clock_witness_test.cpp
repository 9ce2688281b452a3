// LogClock with a log that has a clock of its own.
#include <doctest/doctest.h>

#include "tests/unit_base/log_clock_fixture.h"

namespace turnstream {

TEST_CASE_FIXTURE(LogClockFixture, "three months without a run are accepted if the log's clock confirms them") {
  clock.resume(at(-90 * kDay), kConfirmedGapMs);
  CHECK(clock.wants_witness());
  clock.witness(at(20));
  CHECK_FALSE(clock.wants_witness());
  CHECK(state() == ClockState::kGood);
  CHECK(now() == 0);
}

TEST_CASE_FIXTURE(LogClockFixture, "a gap that the log's clock may confirm ends its hold with the first witness") {
  clock.resume(at(-90 * kDay), clock.limits().gap_ms);
  CHECK(clock.view().in_doubt);
  CHECK(now() == -90 * kDay);
  clock.witness(at(0));
  CHECK(state() == ClockState::kGood);
  CHECK(now() == 0);

  LogClock after_years(machine);
  after_years.resume(at(-2 * 366 * kDay), after_years.limits().gap_ms);
  after_years.witness(at(0));
  CHECK(after_years.view().in_doubt);
}

TEST_CASE_FIXTURE(LogClockFixture, "the lead counts for the clock and is not a part of the log's own time") {
  machine.step_wall_ms(kHour);
  LogClock leading(machine);
  leading.witness(at(0), kHour);
  CHECK(leading.view().state == ClockState::kGood);
  CHECK(leading.witnessed() == at(0));
  machine.advance_ms(kSecond);
  CHECK(leading.witnessed() == at(kSecond));
}

TEST_CASE_FIXTURE(LogClockFixture,
                  "an answer without a time does not end the questions to a log that gave one before") {
  clock.witness(at(0));
  machine.advance_ms(kHour);
  clock.witness(std::nullopt);
  CHECK(clock.wants_witness());
  CHECK(clock.witnessed() == at(kHour));
  LogClock without(machine);
  without.witness(std::nullopt);
  machine.advance_ms(kHour);
  CHECK_FALSE(without.wants_witness());
}

TEST_CASE_FIXTURE(LogClockFixture, "at a start a wall clock ahead of the log's clock is held at the log's time") {
  machine.step_wall_ms(100 * kDay);
  clock.resume(at(-90 * kDay), kConfirmedGapMs);
  clock.witness(at(0));
  CHECK(state() == ClockState::kAhead);
  CHECK_FALSE(clock.view().in_doubt);
  machine.advance_ms(kHour);
  CHECK(now() == kHour);
  machine.step_wall_ms(-100 * kDay);
  CHECK(state() == ClockState::kGood);
  CHECK(now() == kHour);
}

TEST_CASE_FIXTURE(LogClockFixture, "a log's clock that confirms more than a year is not enough") {
  clock.resume(at(-2 * 366 * kDay), kConfirmedGapMs);
  clock.witness(at(0));
  CHECK(state() == ClockState::kAhead);
  CHECK(clock.view().in_doubt);
  CHECK(clock.accept(at(0)) == LogClock::Answer::kAccepted);
  CHECK(now() == 0);
}

TEST_CASE_FIXTURE(LogClockFixture,
                  "a wall clock that jumps by years at a start is held at the time of the log's clock") {
  machine.step_wall_ms(kTenYears);
  clock.resume(at(-kHour), kConfirmedGapMs);
  CHECK(clock.view().in_doubt);
  clock.witness(at(0));
  CHECK_FALSE(clock.view().in_doubt);
  CHECK(now() == 0);
}

TEST_CASE_FIXTURE(LogClockFixture, "while running a jump is in doubt until the log's clock contradicts it") {
  clock.witness(at(0));
  machine.advance_ms(kHour);
  machine.step_wall_ms(kDay);
  CHECK(clock.view().in_doubt);
  CHECK(clock.wants_witness());
  clock.witness(at(kHour));
  CHECK_FALSE(clock.view().in_doubt);
  CHECK(state() == ClockState::kAhead);
  CHECK_FALSE(clock.wants_witness());
  machine.advance_ms(30 * kSecond);
  CHECK(clock.wants_witness());
  clock.witness(at(kDay + kHour));
  CHECK(clock.view().in_doubt);
  CHECK(state() == ClockState::kAhead);
}

TEST_CASE_FIXTURE(LogClockFixture, "two processes with different clocks agree within the bound of the log's clock") {
  machine.step_wall_ms(kHour);
  LogClock other(machine);
  other.witness(at(0));
  clock.witness(at(0));
  machine.step_wall_ms(-kHour);
  CHECK(other.wall_now().value() - kStart <= 60 * kSecond);
  CHECK(now() <= 60 * kSecond);
}

TEST_CASE_FIXTURE(LogClockFixture, "the log's clock continues with the boot clock between two witnesses") {
  CHECK_FALSE(clock.witnessed());
  clock.witness(at(-kSecond));
  machine.advance_ms(kHour);
  CHECK(clock.witnessed() == at(kHour - kSecond));
}

}  // namespace turnstream
