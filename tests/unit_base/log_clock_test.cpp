#include <doctest/doctest.h>
#include <vector>

#include "pipeline/base/log_line.h"
#include "tests/unit_base/log_clock_fixture.h"

namespace turnstream {
namespace {

std::vector<std::string>& lines() {
  static std::vector<std::string> kept;
  return kept;
}

}  // namespace

TEST_CASE_FIXTURE(LogClockFixture, "the clock follows a wall clock that agrees with the boot clock") {
  machine.advance_ms(kDay);
  CHECK(now() == kDay);
  machine.step_wall_ms(59 * kSecond);
  CHECK(now() == kDay + 59 * kSecond);
  CHECK(state() == ClockState::kGood);
}

TEST_CASE_FIXTURE(LogClockFixture, "a wall clock ten years ahead for 15 s is held and leaves no trace") {
  machine.advance_ms(kHour);
  CHECK(now() == kHour);
  machine.step_wall_ms(kTenYears);
  for (int i = 0; i < 15; ++i) {
    machine.advance_ms(kSecond);
    CHECK(now() == kHour + (i + 1) * kSecond);
    CHECK(state() == ClockState::kAhead);
  }
  machine.step_wall_ms(-kTenYears);
  machine.advance_ms(kSecond);
  CHECK(now() == kHour + 16 * kSecond);
  CHECK(state() == ClockState::kGood);
}

TEST_CASE_FIXTURE(LogClockFixture, "one line is logged at each change of the state") {
  lines().clear();
  set_log_sink([](LogLevel, const LogFields& fields) { lines().push_back(fields.front().value); });
  machine.step_wall_ms(kTenYears);
  CHECK(state() == ClockState::kAhead);
  machine.advance_ms(kHour);
  CHECK(state() == ClockState::kAhead);
  machine.step_wall_ms(-kTenYears);
  CHECK(state() == ClockState::kGood);
  machine.step_wall_ms(-kTenYears);
  CHECK(state() == ClockState::kBehind);
  set_log_sink(nullptr);
  CHECK(lines() == std::vector<std::string>{"clock_ahead", "clock_good", "clock_behind"});
}

TEST_CASE_FIXTURE(LogClockFixture, "many steps below the bound do not add up") {
  for (int i = 0; i < 100; ++i) {
    machine.advance_ms(kSecond);
    machine.step_wall_ms(50 * kSecond);
    static_cast<void>(now());
  }
  CHECK(state() == ClockState::kAhead);
  CHECK(now() < 300 * kSecond);
}

TEST_CASE_FIXTURE(LogClockFixture, "a wall clock that drifts by less than a thousandth is followed for a year") {
  for (int day = 0; day < 365; ++day) {
    machine.advance_ms(kDay);
    machine.step_wall_ms(kDay / 2'000);
    CHECK(state() == ClockState::kGood);
  }
  CHECK(now() == 365 * (kDay + kDay / 2'000));
}

TEST_CASE_FIXTURE(LogClockFixture, "after a step back the clock continues slowly until the wall clock has caught up") {
  machine.advance_ms(kHour);
  CHECK(now() == kHour);
  machine.step_wall_ms(-10 * 60 * kSecond);
  std::int64_t before = now();
  CHECK(before == kHour);
  CHECK(state() == ClockState::kBehind);
  for (int i = 0; i < 50; ++i) {
    machine.advance_ms(60 * kSecond);
    CHECK(now() == before + 54 * kSecond);
    before = now();
  }
  machine.advance_ms(3 * kHour);
  CHECK(now() == machine.wall_now().value() - kStart);
  CHECK(state() == ClockState::kGood);
  machine.step_wall_ms(10 * 60 * kSecond);
  CHECK(state() == ClockState::kAhead);
}

TEST_CASE_FIXTURE(LogClockFixture, "readings in short succession never go back and do not stop the clock") {
  machine.step_wall_ms(-kHour);
  const std::int64_t first = now();
  std::int64_t before = first;
  for (int i = 0; i < 10'000; ++i) {
    machine.advance_ms(1);
    CHECK(now() >= before);
    before = now();
  }
  CHECK(before - first == 9'000);
}

TEST_CASE_FIXTURE(LogClockFixture, "time in which the machine was suspended counts") {
  machine.suspend_ms(8 * kHour);
  CHECK(now() == 8 * kHour);
  CHECK(state() == ClockState::kGood);
  CHECK(clock.monotonic_now().value() == 0);
}

TEST_CASE_FIXTURE(LogClockFixture, "an operator accepts the jump that is held and no other") {
  machine.step_wall_ms(kTenYears);
  CHECK(clock.accept(at(0)) == LogClock::Answer::kOtherTime);
  CHECK(clock.accept(at(kTenYears + 2 * kDay)) == LogClock::Answer::kOtherTime);
  CHECK(now() == 0);
  machine.advance_ms(kHour);
  CHECK(clock.accept(at(kTenYears)) == LogClock::Answer::kAccepted);
  CHECK(now() == kTenYears + kHour);
  CHECK(state() == ClockState::kGood);
  CHECK(clock.accept(at(kTenYears)) == LogClock::Answer::kRepeated);
  CHECK(clock.accept(at(kTenYears + 1)) == LogClock::Answer::kNothingHeld);
  machine.step_wall_ms(kTenYears);
  CHECK(clock.accept(at(kTenYears)) == LogClock::Answer::kOtherTime);
  CHECK(state() == ClockState::kAhead);
}

TEST_CASE_FIXTURE(LogClockFixture, "a command that names the time before a short jump does not accept the jump") {
  machine.step_wall_ms(2 * kHour);
  CHECK(clock.accept(at(0)) == LogClock::Answer::kOtherTime);
  CHECK(clock.accept(at(kHour - kSecond)) == LogClock::Answer::kOtherTime);
  CHECK(state() == ClockState::kAhead);
  CHECK(clock.accept(at(2 * kHour - kSecond)) == LogClock::Answer::kAccepted);
}

TEST_CASE_FIXTURE(LogClockFixture,
                  "without another clock a gap of a month is accepted at a start and a longer one is held") {
  clock.resume(at(-30 * kDay), clock.limits().gap_ms);
  CHECK(state() == ClockState::kGood);
  CHECK(now() == 0);

  LogClock after_months(machine);
  after_months.resume(at(-90 * kDay), after_months.limits().gap_ms);
  after_months.witness(std::nullopt);
  CHECK(after_months.view().state == ClockState::kAhead);
  CHECK(after_months.view().in_doubt);
  machine.advance_ms(kHour);
  CHECK(after_months.wall_now() == at(-90 * kDay + kHour));
  CHECK(after_months.accept(at(0)) == LogClock::Answer::kAccepted);
  CHECK(after_months.wall_now() == at(kHour));
}

TEST_CASE_FIXTURE(LogClockFixture, "a start under a wrong wall clock ends its hold when the clock is set right") {
  clock.resume(at(-kHour), clock.limits().gap_ms);
  machine.step_wall_ms(kTenYears);
  LogClock wrong(machine);
  wrong.resume(at(-kHour), wrong.limits().gap_ms);
  CHECK(wrong.view().state == ClockState::kAhead);
  CHECK(wrong.wall_now() == at(-kHour));
  machine.step_wall_ms(-kTenYears);
  CHECK(wrong.view().state == ClockState::kGood);
  CHECK(wrong.wall_now() == at(0));
  machine.step_wall_ms(kDay);
  CHECK(wrong.view().state == ClockState::kAhead);
}

TEST_CASE_FIXTURE(LogClockFixture,
                  "a clock that starts behind the log may be corrected up to a gap after the log's time") {
  clock.resume(at(20 * kDay), clock.limits().gap_ms);
  CHECK(now() == 0);
  machine.step_wall_ms(20 * kDay + kHour);
  CHECK(now() == 20 * kDay + kHour);
  CHECK(state() == ClockState::kGood);
  machine.step_wall_ms(kHour);
  CHECK(state() == ClockState::kAhead);
}

TEST_CASE_FIXTURE(LogClockFixture, "a time of the log that lies years ahead does not lead the clock there") {
  clock.resume(at(kTenYears), clock.limits().gap_ms);
  CHECK(now() == 0);
  machine.step_wall_ms(kTenYears);
  CHECK(state() == ClockState::kAhead);
}

}  // namespace turnstream
