#include "pipeline/base/watchdog.h"

#include <atomic>
#include <doctest/doctest.h>
#include <future>
#include <string>
#include <thread>

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

TEST_CASE("a call within its time-out is not reported, and with grace 0 no call is") {
  for (const milliseconds grace : {milliseconds{10}, milliseconds{0}}) {
    std::atomic<int> reports = 0;
    {
      Watchdog watchdog(grace, [&reports](std::string_view, milliseconds) { ++reports; });
      const Watchdog::Guard call = watchdog.watch("call", grace.count() == 0 ? milliseconds{0} : milliseconds{60'000});
      std::this_thread::sleep_for(milliseconds{100});
    }
    CHECK(reports == 0);
  }
}

}  // namespace
}  // namespace turnstream
