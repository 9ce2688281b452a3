#include "pipeline/base/watchdog.h"

#include <atomic>
#include <doctest/doctest.h>
#include <future>
#include <string>

namespace turnstream {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_CASE("the watchdog reports a call once that lasts longer than its time-out and the grace period") {
  std::promise<std::string> reported;
  Watchdog watchdog(milliseconds{20},
                    [&reported](std::string_view call, milliseconds) { reported.set_value(std::string(call)); });
  { const Watchdog::Guard quick = watchdog.watch("quick", seconds{10}); }
  const Watchdog::Guard stuck = watchdog.watch("stuck", milliseconds{1});
  auto name = reported.get_future();
  REQUIRE(name.wait_for(seconds{10}) == std::future_status::ready);
  CHECK(name.get() == "stuck");
}

/// True if a call with `timeout` is reported within a tenth of a second.
bool is_reported(milliseconds grace, milliseconds timeout) {
  std::promise<void> reported;
  Watchdog watchdog(grace, [&reported](std::string_view, milliseconds) { reported.set_value(); });
  const Watchdog::Guard call = watchdog.watch("call", timeout);
  return reported.get_future().wait_for(milliseconds{100}) == std::future_status::ready;
}

TEST_CASE("a call within its time-out is not reported") {
  CHECK_FALSE(is_reported(milliseconds{10}, seconds{60}));
}

TEST_CASE("a watchdog with grace 0 reports no call") {
  CHECK_FALSE(is_reported(milliseconds{0}, milliseconds{0}));
}

TEST_CASE("time does not count while the watchdog is suspended") {
  std::atomic<bool> suspended{true};
  std::promise<void> reported;
  Watchdog watchdog(
      milliseconds{10}, [&reported](std::string_view, milliseconds) { reported.set_value(); },
      [&suspended] { return suspended.load(); });
  const Watchdog::Guard call = watchdog.watch("call", milliseconds{1});
  auto report = reported.get_future();
  CHECK(report.wait_for(milliseconds{100}) == std::future_status::timeout);
  suspended = false;
  CHECK(report.wait_for(seconds{10}) == std::future_status::ready);
}

}  // namespace
}  // namespace turnstream
