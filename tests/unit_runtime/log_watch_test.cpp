#include "pipeline/log/log_watch.h"

#include <chrono>
#include <condition_variable>
#include <doctest/doctest.h>
#include <functional>
#include <mutex>

#include "pipeline/base/log_line.h"
#include "tests/unit_runtime/away_log.h"

namespace turnstream::runtime {
namespace {

std::mutex lines_mutex;
std::vector<std::string> lines;

void keep(LogLevel, const LogFields& fields) {
  const std::lock_guard lock(lines_mutex);
  lines.push_back(fields.front().value);
}

class KeptLines {
 public:
  KeptLines() {
    lines.clear();
    set_log_sink(keep);
  }
  KeptLines(const KeptLines&) = delete;
  KeptLines& operator=(const KeptLines&) = delete;
  ~KeptLines() { set_log_sink(nullptr); }
  [[nodiscard]] std::vector<std::string> events() const {
    const std::lock_guard lock(lines_mutex);
    return lines;
  }
};

/// Waits until the condition holds, for a minute at most.
bool comes(const std::function<bool()>& condition) {
  constexpr std::int64_t kMinuteUs = 60'000'000;
  const SystemClock real;
  const auto start = real.monotonic_now();
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  while (!condition() && real.monotonic_now().value() - start.value() < kMinuteUs) {
    never.wait_for(lock, std::chrono::milliseconds(5));
  }
  return condition();
}

TEST_CASE("a log is lost after four seconds without an answer and back with the first and each change is one line") {
  const KeptLines kept;
  ManualClock clock(WallTime{1'700'000'000'000});
  AwayLog admin(clock);
  log::LogWatch watch(admin, clock);
  CHECK_FALSE(watch.loss());
  CHECK_FALSE(watch.is_disturbed());
  admin.answers = false;
  REQUIRE(comes([&] { return watch.loss().has_value(); }));
  CHECK(clock.monotonic_now().value() <= 4'500'000);  // three requests of 1.5 s
  CHECK(watch.loss()->since == WallTime{1'700'000'000'000});
  CHECK(watch.loss()->cause == "The broker b:1 does not answer.");
  admin.answers = true;
  watch.wait_until_back(std::stop_token(), log::milliseconds{60'000});
  CHECK_FALSE(watch.loss());
  CHECK(watch.is_disturbed());
  clock.advance_ms(30'000);
  CHECK_FALSE(watch.is_disturbed());
  CHECK(kept.events() == std::vector<std::string>{"log_lost", "log_back"});
}

TEST_CASE("one request without an answer is not a loss") {
  ManualClock clock(WallTime{0});
  AwayLog admin(clock);
  log::LogWatch watch(admin, clock);
  admin.answers = false;
  REQUIRE(comes([&] { return clock.monotonic_now().value() > 0; }));
  admin.answers = true;
  CHECK_FALSE(watch.loss());
}

}  // namespace
}  // namespace turnstream::runtime
