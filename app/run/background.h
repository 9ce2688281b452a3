#pragma once
// Background: the part of `run --background` that leaves the terminal. The process divides in two: the new one, in a
// session of its own and without a terminal, becomes the run; the old one shows what the new one writes to stderr until
// it is ready or has ended. Threads: one; in_background() before any other thread of the process starts.

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "app/context.h"
#include "app/exit_code.h"
#include "app/log_access/open_log.h"
#include "pipeline/base/result.h"
#include "pipeline/base/unix_socket.h"

namespace turnstream::app {

/// What the new process tells the old one. Lifetime: owns the end of a pipe.
class Background {
 public:
  explicit Background(FileDescriptor pipe) : pipe_(std::move(pipe)) {}

  /// Lets the old process end. What is written to stderr later is lost.
  void ready();
  [[nodiscard]] bool is_ready() const { return !pipe_; }

 private:
  FileDescriptor pipe_;
};

/// Calls `run` in a new process and returns there what it returns; an error behind ready() is also in the log, as event
/// "failed". The old process returns when the new one is ready, after it printed its number, or has ended, with its exit
/// code. Errors in the old process: code "no_process".
Result<ExitCode> in_background(Context& context, const std::function<Result<ExitCode>(Background&)>& run);

/// Opens the log of a `run`, with the lock of its state directory. From then on the log lines of a run in the background
/// are in the directory's file. `background`: null for a run in the terminal. Errors: those of open_log(), and
/// "state_unusable".
Result<std::unique_ptr<OpenLog>> open_for_run(const Context& context, const Background* background);

/// The file in the state directory with the log lines of `run --background`.
[[nodiscard]] std::string run_log_path(const std::string& directory);

}  // namespace turnstream::app
