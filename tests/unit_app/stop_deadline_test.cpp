#include "app/run/stop_deadline.h"

#include <doctest/doctest.h>
#include <functional>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace turnstream::app {
namespace {

constexpr int kByItself = 42;

/// Runs `work` in a child process, which then ends with kByItself. Returns its exit code.
int exit_of(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(kByItself);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// ThreadSanitizer ends a child process that starts a thread if its parent has started threads.
bool can_fork() {
#ifdef __SANITIZE_THREAD__
  MESSAGE("SKIPPED: under ThreadSanitizer a forked process cannot start threads");
  return false;
#else
  return true;
#endif
}

void hang() {
  ::poll(nullptr, 0, 20'000);
}

TEST_CASE("a stop that hangs ends with the code that the run would have had") {
  if (!can_fork()) {
    return;
  }
  CHECK(exit_of([] {
          StopDeadline deadline(20);
          deadline.arm();
          hang();
        }) == 0);
  CHECK(exit_of([] {
          StopDeadline deadline(20);
          deadline.set_exit(ExitCode::kFenced);
          deadline.arm();
          hang();
        }) == static_cast<int>(ExitCode::kFenced));
}

TEST_CASE("a run has no deadline before the stop or after a stop in time") {
  if (!can_fork()) {
    return;
  }
  CHECK(exit_of([] {
          const StopDeadline deadline(1);
          ::poll(nullptr, 0, 60);
        }) == kByItself);
  CHECK(exit_of([] {
          StopDeadline deadline(10'000);
          deadline.arm();
        }) == kByItself);
}

}  // namespace
}  // namespace turnstream::app
