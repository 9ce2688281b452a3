#include "app/run/background.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "app/child_process.h"
#include "app/errors.h"
#include "app/log_access/state_directory.h"
#include "app/log_sink.h"
#include "pipeline/base/log_line.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

/// What the new process writes as its last byte when it is ready. No text has this byte.
constexpr char kReady = '\0';

/// Opens those of stdin, stdout and stderr that are closed, as /dev/null: else a file that is opened later would be one.
void open_standard_streams() {
  int opened = 0;
  do {
    opened = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  } while (opened >= 0 && opened <= STDERR_FILENO);
  if (opened >= 0) {
    ::close(opened);
  }
}

Error not_started() {
  return error_of(error_codes::kNoProcess, std::string("no process for the background: ") + std::strerror(errno));
}

/// Makes the call again while a signal interrupts it.
template <typename Call>
auto uninterrupted(Call call) {
  auto out = call();
  while (out < 0 && errno == EINTR) {
    out = call();
  }
  return out;
}

/// Copies the bytes from the pipe to stderr until the new process is ready (true) or has closed the pipe.
bool show_until_ready(int pipe) {
  std::array<char, 4'096> bytes{};
  while (true) {
    const ssize_t count = uninterrupted([&] { return ::read(pipe, bytes.data(), bytes.size()); });
    if (count <= 0) {
      return false;
    }
    const bool is_ready = bytes[static_cast<std::size_t>(count) - 1] == kReady;
    const std::size_t shown = static_cast<std::size_t>(count) - (is_ready ? 1 : 0);
    if (shown > 0) {
      // If stderr is closed, the text has no reader.
      static_cast<void>(uninterrupted([&] { return ::write(STDERR_FILENO, bytes.data(), shown); }));
    }
    if (is_ready) {
      return true;
    }
  }
}

/// The exit code of a process that has ended before it was ready. Error: a signal ended it.
Result<ExitCode> exit_of(pid_t process) {
  const int status = wait_for_child(process);
  if (WIFSIGNALED(status)) {
    return error_of(error_codes::kNoProcess, "the process in the background was ended by signal " +
                                                 std::to_string(WTERMSIG(status)) + " before it was ready");
  }
  return static_cast<ExitCode>(WEXITSTATUS(status));
}

/// stdin and stdout become /dev/null, stderr the pipe, and the process gets a session of its own. It outlives the reader of
/// the pipe.
void leave_terminal(int pipe) {
  ::setsid();
  ::signal(SIGPIPE, SIG_IGN);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(pipe, STDERR_FILENO);
  ::close(nothing);
}

Result<ExitCode> run_here(FileDescriptor pipe, const std::function<Result<ExitCode>(Background&)>& run) {
  leave_terminal(pipe.get());
  Background background(std::move(pipe));
  Result<ExitCode> exit = run(background);
  if (!exit.ok() && background.is_ready()) {
    LogLine(LogLevel::kError, "failed").with("code", exit.error().code).with("message", exit.error().message);
  }
  return exit;
}

void print_started(Context& context, pid_t process, const std::string& log) {
  if (context.json) {
    std::string line;
    json::Writer(line).begin_object().integer("pid", process).string("log", log).end_object();
    context.out() << line << "\n";
    return;
  }
  context.out() << "turnstream runs in the background, as process " << process << "\n"
                << "log lines: " << log << " (`turnstream logs`)\n"
                << "`turnstream stop` ends it\n";
}

}  // namespace

void Background::ready() {
  static_cast<void>(uninterrupted([this] { return ::write(pipe_.get(), &kReady, 1); }));
  ::dup2(STDOUT_FILENO, STDERR_FILENO);
  const FileDescriptor closed = std::move(pipe_);
}

Result<ExitCode> in_background(Context& context, const std::function<Result<ExitCode>(Background&)>& run) {
  open_standard_streams();
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return not_started();
  }
  FileDescriptor reading(ends[0]);
  FileDescriptor writing(ends[1]);
  context.out().flush();
  const pid_t process = ::fork();
  if (process < 0) {
    return not_started();
  }
  if (process == 0) {
    reading = FileDescriptor();
    return run_here(std::move(writing), run);
  }
  writing = FileDescriptor();
  const bool is_ready = show_until_ready(reading.get());
  if (!is_ready) {
    return exit_of(process);
  }
  TS_ASSIGN_OR_RETURN(const std::string directory, state_directory_path(context));
  print_started(context, process, run_log_path(directory));
  return ExitCode::kDone;
}

Result<std::unique_ptr<OpenLog>> open_for_run(const Context& context, const Background* background) {
  TS_ASSIGN_OR_RETURN(std::unique_ptr<OpenLog> log, open_log(context, LogUse::kOwnOrMake, "run"));
  if (background != nullptr) {
    const LogStyle style{.level = context.settings().log.level, .json = true};
    TS_RETURN_IF_ERROR(log_to_file(style, run_log_path(log->directory()->path())));
  }
  return log;
}

std::string run_log_path(const std::string& directory) {
  return StateDirectory::in(directory, state_names::kRunLogs.front());
}

}  // namespace turnstream::app
