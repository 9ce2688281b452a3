#pragma once
// CrashLedger: counts, over all starts of the process, how often it crashed in one action on one record. Callers give
// up a record after three such crashes; otherwise the process would crash for ever. A signal handler appends a line to
// the ledger's file if a fatal signal comes (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT; std::terminate and CHECK raise
// SIGABRT) on a thread with a Marker. SIGKILL leaves no line. The line names the action (a stage's name, kPreparing, or
// kChecking with the topic of the source record) and the record's position. Threads: deaths() any; Marker: the thread
// that processes the record. Open one ledger at a time: the signal handlers write into one file.

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

  /// While a Marker exists, a fatal signal on its thread counts for its action and record. If an exception destroys it,
  /// both stay marked until std::terminate raises SIGABRT: no code of a worker catches exceptions.
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

/// True if the process crashed kCrashesMax times or more in this action at this position. False if `ledger` is null.
[[nodiscard]] bool crashed_too_often(const CrashLedger* ledger, std::string_view doing,
                                     const model::LogPosition& position, std::string_view topic = {});
/// The error of a record at which the process crashed too often. `action`: what the process did with the record when it
/// crashed, in the past tense: "decoded".
[[nodiscard]] Error crashed_error(std::string_view action);

}  // namespace turnstream::runtime
