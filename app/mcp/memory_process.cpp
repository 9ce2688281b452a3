#include "app/mcp/memory_process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/child_process.h"
#include "app/errors.h"
#include "app/exit_code.h"
#include "app/log_access/state_directory.h"
#include "app/status/endpoint.h"
#include "app/verbs/run_pipeline.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kStartMaxUs = 60'000'000;
constexpr int kBetweenAttemptsMs = 50;
constexpr int kRefusalsMax = 3;
constexpr std::int64_t kAfterRefusalUs = 1'000'000;

/// Runs the pipeline in this new process until the other one ends.
[[noreturn]] void be_run(Context& context, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) {
    ::_exit(0);
  }
  // The input and output of the other process are not ours.
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  const Result<ExitCode> code = run_pipeline(context);
  if (!code.ok()) {
    context.err() << "turnstream run: " << code.error().message << "\n";
    context.err().flush();
  }
  ::_exit(static_cast<int>(code.ok() ? *code : exit_code_of(code.error())));
}

}  // namespace

MemoryProcess::~MemoryProcess() {
  if (child_ > 0) {
    ::kill(child_, SIGTERM);
    wait_for_child(child_);
  }
}

Result<HttpReply> MemoryProcess::call(const HttpCall& call) {
  const std::int64_t end_us = clock_.monotonic_now().value() + kStartMaxUs;
  while (true) {
    Result<HttpReply> reply = attempt(call);
    refusals_ = reply.ok() ? 0 : refusals_;
    if (reply.ok() || is_met_ || clock_.monotonic_now().value() >= end_us) {
      return reply;
    }
    TS_RETURN_IF_ERROR(look_after());
    ::poll(nullptr, 0, kBetweenAttemptsMs);
  }
}

Result<HttpReply> MemoryProcess::attempt(const HttpCall& call) {
  TS_ASSIGN_OR_RETURN(const std::optional<Endpoint> endpoint, read_endpoint(directory_));
  if (endpoint && is_running(*endpoint)) {
    Result<HttpReply> reply = http_call(HttpSocket{StateDirectory::http_socket(directory_)}, call);
    // A process that has replied before and does not now is not starting: its socket is there.
    is_met_ = reply.ok() || (is_met_ && is_running(*endpoint));
    return reply;
  }
  is_met_ = false;
  if (child_ == 0 && clock_.monotonic_now().value() >= start_after_us_) {
    TS_RETURN_IF_ERROR(start());
  }
  return error_of(error_codes::kNoAnswer, "`turnstream run` has not started within a minute");
}

Status MemoryProcess::start() {
  const pid_t self = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    return error_of(error_codes::kNoAnswer, std::string("cannot start `turnstream run`: ") + std::strerror(errno));
  }
  if (child == 0) {
    be_run(context_, self);
  }
  child_ = child;
  return {};
}

Status MemoryProcess::look_after() {
  int status = 0;
  if (child_ == 0 || ::waitpid(child_, &status, WNOHANG) <= 0) {
    return {};
  }
  child_ = 0;
  start_after_us_ = clock_.monotonic_now().value() + kAfterRefusalUs;
  const bool is_refused = WIFEXITED(status) && WEXITSTATUS(status) == static_cast<int>(ExitCode::kStateRefused);
  refusals_ += is_refused ? 1 : kRefusalsMax;
  return refusals_ < kRefusalsMax
             ? Status()
             : error_of(error_codes::kNoAnswer,
                        "`turnstream run`, which this command had started, has ended; its reason is on "
                        "stderr");
}

}  // namespace turnstream::app
