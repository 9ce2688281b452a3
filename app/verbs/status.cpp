#include <algorithm>
#include <chrono>

#include "app/errors.h"
#include "app/http/http_address.h"
#include "app/log_access/state_directory.h"
#include "app/status/look.h"
#include "app/status/screen.h"
#include "app/stop_signal.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/mutex.h"
#include "pipeline/base/shown_text.h"

namespace turnstream::app {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{1'000};
constexpr std::size_t kTargetsMax = 64;
constexpr int kIntervalMaxS = 3'600;

struct StatusFlags {
  std::vector<std::string> at;
  bool watch = false;
  std::int64_t interval_s = 2;
};

class StatusView {
 public:
  StatusView(Context& context, const StatusFlags& flags)
      : context_(context), flags_(flags), order_(stage_names_of(context.catalog)) {}

  /// Shows the status once; with --watch again and again, until a signal comes or the output fails.
  Result<ExitCode> run() {
    TS_RETURN_IF_ERROR(look());
    // A rate needs two snapshots. If none answered the first request, only --watch sends a second.
    const bool answered = report().any_answered();
    if (flags_.watch || answered) {
      std::chrono::milliseconds until_next = kBetweenLooks;
      do {
        if (!wait(std::exchange(until_next, std::chrono::seconds(flags_.interval_s)))) {
          return ExitCode::kDone;
        }
        TS_RETURN_IF_ERROR(look());
        print();
      } while (flags_.watch && context_.out());
    } else {
      print();
    }
    return report().any_answered() || flags_.watch ? Result<ExitCode>(ExitCode::kDone) : nobody();
  }

 private:
  Status look() {
    std::vector<Target> targets;
    for (const std::string& address : flags_.at) {
      targets.push_back({.address = address,
                         .registered = std::nullopt,
                         .token = context_.environment("TURNSTREAM_TOKEN").value_or("")});
    }
    // With --at, a state directory is read only if state.directory is set.
    if (flags_.at.empty() || !context_.settings().state.directory.empty()) {
      TS_ASSIGN_OR_RETURN(directory_, state_directory_path(context_));
      TS_ASSIGN_OR_RETURN(const std::vector<Target> registered, registered_targets(directory_));
      targets.insert(targets.end(), registered.begin(), registered.end());
    }
    if (targets.size() > kTargetsMax) {
      return usage_error("status shows at most " + std::to_string(kTargetsMax) +
                         " processes at once: give fewer --at, or another --state");
    }
    before_ = std::exchange(now_, look_at(targets, clock_));
    return {};
  }

  [[nodiscard]] StatusReport report() const { return make_report(now_, before_, order_, clock_.wall_now()); }

  void print() {
    const StatusReport made = report();
    std::ostream& out = context_.out();
    if (context_.json) {
      out << json_of(made) << "\n";
    } else if (!flags_.watch && made.processes.empty()) {
      return;  // the error message already says why
    } else if (flags_.watch && context_.surroundings.out_is_terminal) {
      out.flush();
      context_.unescaped_out() << redrawn(shown_lines(screen_of(made)));
    } else {
      out << (std::exchange(printed_, true) ? "\n" : "") << screen_of(made);
    }
    out.flush();
  }

  /// Overwrites the old screen without flicker: each line clears the rest of its line, the end clears what is below.
  static std::string redrawn(const std::string& screen) {
    std::string text = "\x1b[H";
    for (const char c : screen) {
      text += c == '\n' ? "\x1b[K\n" : std::string(1, c);
    }
    return text + "\x1b[J";
  }

  /// Waits for `time`; false if a signal has come.
  bool wait(std::chrono::milliseconds time) {
    const MutexLock lock(mutex_);
    stopped_.pause(mutex_, stop_.token(), time);
    return !stop_.token().stop_requested();
  }

  [[nodiscard]] Error nobody() const {
    const std::string message = now_.empty()
                                    ? "no `turnstream run` is registered in " + directory_ + ", so recall does not run"
                                    : "none of these processes answers";
    return error_of(
        error_codes::kNoProcess,
        message + ". Start one with `turnstream run`, or give the place of one with --state DIR or --at HOST:PORT.");
  }

  Context& context_;
  const StatusFlags& flags_;
  const std::vector<std::string> order_;
  StopSignal stop_;  ///< made before any other thread starts
  SystemClock clock_;
  std::string directory_;
  std::vector<Look> now_;
  std::vector<Look> before_;
  bool printed_ = false;
  Mutex mutex_;
  ConditionVariable stopped_;
};

Result<ExitCode> run_status(Context& context, const StatusFlags& flags) {
  for (const std::string& address : flags.at) {
    if (!parse_address(address)) {
      return usage_error("--at " + address + ": expected HOST:PORT");
    }
  }
  return StatusView(context, flags).run();
}

}  // namespace

void add_status(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "status",
                         .summary = "Show the running processes and stages: state, lag, rate, commits, timers",
                         .examples = "turnstream status\n"
                                     "turnstream status --watch\n"
                                     "turnstream status --at 127.0.0.1:8321 --at worker-2:8321 --json"});
  auto flags = std::make_shared<StatusFlags>();
  verb.texts(
      "--at", flags->at,
      "HOST:PORT of a process, repeatable, with the token in TURNSTREAM_TOKEN if it wants one; the state directory is "
      "then read only with --state");
  verb.flag("--watch", flags->watch, "redraw until SIGINT");
  verb.number("--interval", flags->interval_s, {1, kIntervalMaxS},
              "seconds between two screens of --watch (default 2)");
  verb.on_run([flags](Context& context) { return run_status(context, *flags); });
}

}  // namespace turnstream::app
