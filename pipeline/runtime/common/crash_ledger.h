#pragma once
// CrashLedger: counts for each record how often the process died while it processed that record. A record that ended
// the process three times fails; otherwise the process would crash on it for ever. A signal handler appends one line to
// the ledger's file at a fatal signal (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT; std::terminate and CHECK raise
// SIGABRT). SIGKILL leaves no line. The line names the interrupted action: a stage's name, kPreparing, or kChecking
// with the topic of the source record. Threads: deaths() any; Marker: the thread that processes the record. Only one
// ledger in a process, because it installs the signal handlers.

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/completion.h"

namespace turnstream::runtime {

inline constexpr int kCrashesMax = 3;
/// Decoding a log record for the stages of a group.
inline constexpr std::string_view kPreparing = "prepare";
/// Intake: checking a source record.
inline constexpr std::string_view kChecking = "intake";

class CrashLedger {
 public:
  /// Reads the file's earlier entries, opens it for appending and installs the signal handlers.
  static Result<std::unique_ptr<CrashLedger>> open(const std::string& file);
  ~CrashLedger();
  /// How often `doing` (the action) ended the process at this position. `topic`: of the position, if it is not the log.
  [[nodiscard]] int deaths(std::string_view doing, const model::LogPosition& position,
                           std::string_view topic = {}) const;

  /// While a Marker exists, a fatal signal on its thread counts for its record. If an exception destroys it, the record
  /// stays marked: no code catches the exception before the worker's noexcept function, which turns it into SIGABRT.
  class Marker {
   public:
    Marker(std::string_view doing, const model::LogPosition& position, std::string_view topic = {}) noexcept;
    ~Marker();
    Marker(const Marker&) = delete;
    Marker& operator=(const Marker&) = delete;

   private:
    int exceptions_;
  };

 private:
  CrashLedger() = default;
  std::map<std::string, int> deaths_;
  int file_ = -1;
};

/// True if the action ended the process so often that it must not be tried again. `ledger` may be null: false.
[[nodiscard]] bool crashed_too_often(const CrashLedger* ledger, std::string_view doing,
                                     const model::LogPosition& position, std::string_view topic = {});

}  // namespace turnstream::runtime
