#pragma once
// Where the broker of the integration tests is: they start none themselves (scripts/test does).
// Threads: functions; any.

#include <optional>
#include <string>

namespace turnstream::integration {

/// HOST:PORT from the environment variable TURNSTREAM_TEST_BOOTSTRAP; absent when there is none.
std::optional<std::string> broker_address();

/// Runs doctest's cases with the log lines on stderr when TURNSTREAM_TEST_LOG is set. Without a broker it says so and
/// returns kSkipped, which CTest reports as skipped.
int run_tests(int argc, char** argv);

inline constexpr int kSkipped = 77;

}  // namespace turnstream::integration
