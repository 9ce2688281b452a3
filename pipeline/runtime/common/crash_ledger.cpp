#include "pipeline/runtime/common/crash_ledger.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace turnstream::runtime {
namespace {

constexpr std::array<int, 5> kFatalSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

std::atomic<int> g_file{-1};
// The line that the signal handler appends to the file. Marker formats it before the action begins, because a signal
// handler must not format text.
thread_local std::array<char, 384> t_line{};
thread_local std::size_t t_length = 0;

extern "C" void enter_death(int signal) {
  const int file = g_file.load();
  if (file >= 0 && t_length > 0) {
    [[maybe_unused]] const auto written = ::write(file, t_line.data(), t_length);
  }
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

/// The stack for a thread's signal handler, so that the handler also works after a stack overflow.
class AlternateStack {
 public:
  AlternateStack() : memory_(std::make_unique<char[]>(kBytes)) {
    stack_t stack{};
    stack.ss_sp = memory_.get();
    stack.ss_size = kBytes;
    ::sigaltstack(&stack, nullptr);
  }
  ~AlternateStack() {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    ::sigaltstack(&none, nullptr);
  }

 private:
  static constexpr std::size_t kBytes = 64u << 10;
  std::unique_ptr<char[]> memory_;
};

std::string entry(std::string_view doing, const model::LogPosition& position, std::string_view topic) {
  std::string line(doing);
  line.append(topic.empty() ? "" : " ").append(topic);
  return line + " " + std::to_string(position.partition.value()) + " " + std::to_string(position.offset.value());
}

}  // namespace

Result<std::unique_ptr<CrashLedger>> CrashLedger::open(const std::string& file) {
  std::unique_ptr<CrashLedger> ledger(new CrashLedger());
  std::ifstream earlier(file);
  for (std::string line; std::getline(earlier, line);) {
    ++ledger->deaths_[line];
  }
  ledger->file_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (ledger->file_ < 0) {
    return make_error(error_codes::kStateUnusable, Reaction::kStopProcess,
                      "Could not write " + file + " (" + std::strerror(errno) +
                          "): check the state directory's permissions and space.");
  }
  g_file.store(ledger->file_);
  for (const int signal : kFatalSignals) {
    struct sigaction action {};
    action.sa_handler = enter_death;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
  return ledger;
}

CrashLedger::~CrashLedger() {
  g_file.store(-1);
  if (file_ >= 0) {
    ::close(file_);
  }
}

int CrashLedger::deaths(std::string_view doing, const model::LogPosition& position, std::string_view topic) const {
  if (deaths_.empty()) {
    return 0;
  }
  const auto found = deaths_.find(entry(doing, position, topic));
  return found == deaths_.end() ? 0 : found->second;
}

bool crashed_too_often(const CrashLedger* ledger, std::string_view doing, const model::LogPosition& position,
                       std::string_view topic) {
  return ledger != nullptr && ledger->deaths(doing, position, topic) >= kCrashesMax;
}

CrashLedger::Marker::Marker(std::string_view doing, const model::LogPosition& position, std::string_view topic) noexcept
    : exceptions_(std::uncaught_exceptions()) {
  [[maybe_unused]] static thread_local const AlternateStack stack;
  const int length = std::snprintf(t_line.data(), t_line.size(), "%.*s%s%.*s %d %lld\n", static_cast<int>(doing.size()),
                                   doing.data(), topic.empty() ? "" : " ", static_cast<int>(topic.size()), topic.data(),
                                   position.partition.value(), static_cast<long long>(position.offset.value()));
  t_length = length > 0 && static_cast<std::size_t>(length) < t_line.size() ? static_cast<std::size_t>(length) : 0;
}

CrashLedger::Marker::~Marker() {
  if (std::uncaught_exceptions() == exceptions_) {
    t_length = 0;
  }
}

Error crashed_error(std::string_view action) {
  return make_error(error_codes::kCrashed, Reaction::kDeadLetter,
                    "The process crashed three times while it " + std::string(action) +
                        " this record, so it no longer tries. Report this as a bug, with the dead letter.");
}

}  // namespace turnstream::runtime
