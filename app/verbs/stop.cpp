#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <signal.h>

extern "C" {
#include <sys/pidfd.h>  // that of glibc 2.36 does not say extern "C" itself
}

#include "app/errors.h"
#include "app/log_access/state_directory.h"
#include "app/status/look.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/unix_socket.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kWaitMaxS = 3'600;

struct StopFlags {
  std::int64_t wait_s = 30;
};

/// A running process that was asked to end. The descriptor stands for this process alone, even if its number is used again.
class Stopping {
 public:
  /// Sends SIGTERM. Absent if the process has ended. Errors: code "state_in_use", if this user may not.
  static Result<std::optional<Stopping>> ask(const Endpoint& endpoint) {
    FileDescriptor process(::pidfd_open(static_cast<pid_t>(endpoint.pid), 0));
    // Asked after the descriptor is open: the number no longer gets another process.
    if (!process || !is_running(endpoint)) {
      return std::optional<Stopping>();
    }
    if (::pidfd_send_signal(process.get(), SIGTERM, nullptr, 0) != 0 && errno != ESRCH) {
      return error_of(error_codes::kStateInUse,
                      "process " + std::to_string(endpoint.pid) + " cannot be stopped: " + std::strerror(errno));
    }
    return std::optional<Stopping>(Stopping(endpoint, std::move(process)));
  }

  [[nodiscard]] const Endpoint& endpoint() const { return endpoint_; }

  /// Whether the process has ended at `deadline`, a time of `clock`; waits for that.
  [[nodiscard]] bool wait_until(std::int64_t deadline_us, const Clock& clock) const {
    pollfd ended{process_.get(), POLLIN, 0};
    int count = 0;
    do {
      const std::int64_t left_ms = std::max<std::int64_t>((deadline_us - clock.monotonic_now().value()) / 1'000, 0);
      count = ::poll(&ended, 1, static_cast<int>(left_ms));
    } while (count < 0 && errno == EINTR);
    return count > 0;
  }

 private:
  Stopping(Endpoint endpoint, FileDescriptor process) : endpoint_(std::move(endpoint)), process_(std::move(process)) {}

  Endpoint endpoint_;
  FileDescriptor process_;
};

std::string named(const Endpoint& endpoint) {
  return "process " + std::to_string(endpoint.pid) + " of the namespace " + endpoint.name_space;
}

void print_stopped(Context& context, const std::vector<Stopping>& all) {
  if (!context.json) {
    for (const Stopping& one : all) {
      context.out() << "stopped " << named(one.endpoint()) << "\n";
    }
    return;
  }
  std::string line;
  json::Writer writer(line);
  writer.begin_object().begin_array("stopped");
  for (const Stopping& one : all) {
    writer.begin_object().integer("pid", one.endpoint().pid).string("namespace", one.endpoint().name_space);
    writer.string("instance", one.endpoint().instance).end_object();
  }
  writer.end_array().end_object();
  context.out() << line << "\n";
}

Result<ExitCode> run_stop(Context& context, const StopFlags& flags) {
  TS_ASSIGN_OR_RETURN(const std::string directory, state_directory_path(context));
  TS_ASSIGN_OR_RETURN(const std::vector<Target> targets, registered_targets(directory));
  std::vector<Stopping> all;
  std::string ended;
  for (const Target& target : targets) {
    TS_ASSIGN_OR_RETURN(std::optional<Stopping> one, Stopping::ask(*target.registered));
    if (one) {
      all.push_back(*std::move(one));
    } else {
      ended += " The " + named(*target.registered) + " was killed, or runs on another machine or in another container.";
    }
  }
  if (all.empty()) {
    return error_of(error_codes::kNoProcess, "no `turnstream run` of " + directory + " runs here." + ended);
  }
  const SystemClock clock;
  const std::int64_t deadline_us = clock.monotonic_now().value() + flags.wait_s * 1'000'000;
  for (const Stopping& one : all) {
    if (!one.wait_until(deadline_us, clock)) {
      return error_of(
          error_codes::kStateInUse,
          named(one.endpoint()) + " still runs after " + std::to_string(flags.wait_s) +
              " s. It ends within its run.stop_ms_max; `kill -9` loses nothing, because the next start does "
              "uncommitted work again.");
    }
  }
  print_stopped(context, all);
  return ExitCode::kDone;
}

}  // namespace

void add_stop(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "stop",
                         .summary = "Stop the running processes of the state directory, and of those directly below it",
                         .examples = "turnstream stop\n"
                                     "turnstream stop --state /var/lib/ts"});
  auto flags = std::make_shared<StopFlags>();
  verb.number("--wait", flags->wait_s, {0, kWaitMaxS},
              "seconds until a process that still runs is an error (default 30)");
  verb.on_run([flags](Context& context) { return run_stop(context, *flags); });
}

}  // namespace turnstream::app
