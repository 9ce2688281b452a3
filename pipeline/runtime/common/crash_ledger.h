#pragma once
// CrashLedger: counts for each record how often the process crashed while it processed that record. A record at which
// the process crashed three times fails; otherwise the process would crash for ever. A signal handler appends a line to
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
/// The name of the action "decode a log record for the stages of a group".
inline constexpr std::string_view kPreparing = "prepare";
/// The name of the action "intake checks a source record".
inline constexpr std::string_view kChecking = "intake";

class CrashLedger {
 public:
  /// Reads the file's earlier entries, opens it for appending and installs the signal handlers.
  static Result<std::unique_ptr<CrashLedger>> open(const std::string& file);
  ~CrashLedger();
  /// How often the process crashed in action `doing` at this position. `topic`: the position's topic; empty: the log.
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

/// True if the process crashed kCrashesMax times in the action: it must not be tried again. False without ledger.
[[nodiscard]] bool crashed_too_often(const CrashLedger* ledger, std::string_view doing,
                                     const model::LogPosition& position, std::string_view topic = {});
/// The error of a record at which the process crashed too often. `action`: what it did, for example "decoded".
[[nodiscard]] Error crashed_error(std::string_view action);

}  // namespace turnstream::runtime
