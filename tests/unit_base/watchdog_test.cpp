#include "pipeline/base/watchdog.h"

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

}  // namespace
}  // namespace turnstream
