#include "pipeline/base/log_clock.h"

#include <doctest/doctest.h>
#include <vector>

#include "pipeline/base/log_line.h"

namespace turnstream {
namespace {

constexpr std::int64_t kSecond = 1'000;
constexpr std::int64_t kHour = 3'600 * kSecond;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kTenYears = 3'652 * kDay;
constexpr std::int64_t kStart = 1'767'261'600'000;  // 2026-01-01T10:00:00Z

struct Fixture {
  ManualClock machine{WallTime{kStart}};
  LogClock clock{machine};

  [[nodiscard]] std::int64_t now() const { return clock.wall_now().value() - kStart; }
  [[nodiscard]] ClockState state() const { return clock.view().state; }
  static WallTime at(std::int64_t ms) { return WallTime{kStart + ms}; }
};

std::vector<std::string>& lines() {
  static std::vector<std::string> kept;
  return kept;
}

}  // namespace

TEST_CASE_FIXTURE(Fixture, "the clock follows a wall clock that agrees with the boot clock") {
  machine.advance_ms(kDay);
  CHECK(now() == kDay);
  machine.step_wall_ms(59 * kSecond);
  CHECK(now() == kDay + 59 * kSecond);
  CHECK(state() == ClockState::kGood);
}

TEST_CASE_FIXTURE(Fixture, "a wall clock ten years ahead for 15 s is held and leaves no trace") {
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

TEST_CASE_FIXTURE(Fixture, "one line is logged at each change of the state") {
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

TEST_CASE_FIXTURE(Fixture, "many steps below the bound do not add up") {
  for (int i = 0; i < 100; ++i) {
    machine.advance_ms(kSecond);
    machine.step_wall_ms(50 * kSecond);
    static_cast<void>(now());
  }
  CHECK(state() == ClockState::kAhead);
  CHECK(now() < 300 * kSecond);
}

TEST_CASE_FIXTURE(Fixture, "a wall clock that drifts by less than a thousandth is followed for a year") {
  for (int day = 0; day < 365; ++day) {
    machine.advance_ms(kDay);
    machine.step_wall_ms(kDay / 2'000);
    CHECK(state() == ClockState::kGood);
  }
  CHECK(now() == 365 * (kDay + kDay / 2'000));
}

TEST_CASE_FIXTURE(Fixture, "after a step back the clock continues slowly until the wall clock has caught up") {
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

TEST_CASE_FIXTURE(Fixture, "readings in short succession never go back and do not stop the clock") {
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

TEST_CASE_FIXTURE(Fixture, "time in which the machine was suspended counts") {
  machine.suspend_ms(8 * kHour);
  CHECK(now() == 8 * kHour);
  CHECK(state() == ClockState::kGood);
  CHECK(clock.monotonic_now().value() == 0);
}

TEST_CASE_FIXTURE(Fixture, "an operator accepts the jump that is held and no other") {
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

TEST_CASE_FIXTURE(Fixture, "a command that names the time before a short jump does not accept the jump") {
  machine.step_wall_ms(2 * kHour);
  CHECK(clock.accept(at(0)) == LogClock::Answer::kOtherTime);
  CHECK(clock.accept(at(kHour - kSecond)) == LogClock::Answer::kOtherTime);
  CHECK(state() == ClockState::kAhead);
  CHECK(clock.accept(at(2 * kHour - kSecond)) == LogClock::Answer::kAccepted);
}

TEST_CASE_FIXTURE(Fixture, "without another clock a gap of a month is accepted at a start and a longer one is held") {
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

TEST_CASE_FIXTURE(Fixture, "a start under a wrong wall clock ends its hold when the clock is set right") {
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

TEST_CASE_FIXTURE(Fixture, "a clock that starts behind the log may be corrected up to a gap after the log's time") {
  clock.resume(at(20 * kDay), clock.limits().gap_ms);
  CHECK(now() == 0);
  machine.step_wall_ms(20 * kDay + kHour);
  CHECK(now() == 20 * kDay + kHour);
  CHECK(state() == ClockState::kGood);
  machine.step_wall_ms(kHour);
  CHECK(state() == ClockState::kAhead);
}

TEST_CASE_FIXTURE(Fixture, "a time of the log that lies years ahead does not lead the clock there") {
  clock.resume(at(kTenYears), clock.limits().gap_ms);
  CHECK(now() == 0);
  machine.step_wall_ms(kTenYears);
  CHECK(state() == ClockState::kAhead);
}

TEST_CASE_FIXTURE(Fixture, "three months without a run are accepted if the log's clock confirms them") {
  clock.resume(at(-90 * kDay), kConfirmedGapMs);
  CHECK(clock.wants_witness());
  clock.witness(at(20));
  CHECK_FALSE(clock.wants_witness());
  CHECK(state() == ClockState::kGood);
  CHECK(now() == 0);
}

TEST_CASE_FIXTURE(Fixture, "a gap that the log's clock may confirm ends its hold with the first witness") {
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

TEST_CASE_FIXTURE(Fixture, "the lead counts for the clock and is not a part of the log's own time") {
  machine.step_wall_ms(kHour);
  LogClock leading(machine);
  leading.witness(at(0), kHour);
  CHECK(leading.view().state == ClockState::kGood);
  CHECK(leading.witnessed() == at(0));
  machine.advance_ms(kSecond);
  CHECK(leading.witnessed() == at(kSecond));
}

TEST_CASE_FIXTURE(Fixture, "an answer without a time does not end the questions to a log that gave one before") {
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

TEST_CASE_FIXTURE(Fixture, "at a start a wall clock ahead of the log's clock is held at the log's time") {
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

TEST_CASE_FIXTURE(Fixture, "a log's clock that confirms more than a year is not enough") {
  clock.resume(at(-2 * 366 * kDay), kConfirmedGapMs);
  clock.witness(at(0));
  CHECK(state() == ClockState::kAhead);
  CHECK(clock.view().in_doubt);
  CHECK(clock.accept(at(0)) == LogClock::Answer::kAccepted);
  CHECK(now() == 0);
}

TEST_CASE_FIXTURE(Fixture, "a wall clock that jumps by years at a start is held at the time of the log's clock") {
  machine.step_wall_ms(kTenYears);
  clock.resume(at(-kHour), kConfirmedGapMs);
  CHECK(clock.view().in_doubt);
  clock.witness(at(0));
  CHECK_FALSE(clock.view().in_doubt);
  CHECK(now() == 0);
}

TEST_CASE_FIXTURE(Fixture, "while running a jump is in doubt until the log's clock contradicts it") {
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

TEST_CASE_FIXTURE(Fixture, "two processes with different clocks agree within the bound of the log's clock") {
  machine.step_wall_ms(kHour);
  LogClock other(machine);
  other.witness(at(0));
  clock.witness(at(0));
  machine.step_wall_ms(-kHour);
  CHECK(other.wall_now().value() - kStart <= 60 * kSecond);
  CHECK(now() <= 60 * kSecond);
}

TEST_CASE_FIXTURE(Fixture, "the log's clock continues with the boot clock between two witnesses") {
  CHECK_FALSE(clock.witnessed());
  clock.witness(at(-kSecond));
  machine.advance_ms(kHour);
  CHECK(clock.witnessed() == at(kHour - kSecond));
}

}  // namespace turnstream
