#pragma once
// The address of the broker for the integration tests. scripts/test starts the broker; the tests do not.
// Threads: functions; any.

#include <optional>
#include <string>

namespace turnstream::integration {

/// HOST:PORT from the environment variable TURNSTREAM_TEST_BOOTSTRAP; absent if it is not set.
std::optional<std::string> broker_address();

/// Runs the test cases and returns the exit code. If TURNSTREAM_TEST_LOG is set, log lines go to stderr. Without a
/// broker address it prints a line and returns kSkipped, which CTest reports as skipped.
int run_tests(int argc, char** argv);

inline constexpr int kSkipped = 77;

}  // namespace turnstream::integration
