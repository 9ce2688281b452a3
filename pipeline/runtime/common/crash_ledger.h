#pragma once
// CrashLedger: remembers which records were in hand when the process died of its own fault, so that a record that does
// it three times is failed instead of crashing the process for ever. Only fatal signals (SIGSEGV, SIGBUS, SIGFPE,
// SIGILL, SIGABRT, which std::terminate and CHECK raise) are entered, by a handler that writes one line to the ledger's
// file; SIGKILL leaves no entry. What was being done is a name: a stage's, kPreparing, or kChecking with the topic of
// the source record. Threads: deaths() any; Marker: the thread that processes the record. One ledger a
// process installs the handler.

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
/// Intake's: deciding of a source record.
inline constexpr std::string_view kChecking = "intake";

class CrashLedger {
 public:
  /// Reads the file's earlier entries, opens it for appending and installs the signal handlers.
  static Result<std::unique_ptr<CrashLedger>> open(const std::string& file);
  ~CrashLedger();
  /// `topic`: where the position is not the log's.
  [[nodiscard]] int deaths(std::string_view doing, const model::LogPosition& position,
                           std::string_view topic = {}) const;

  /// While it lives, a fatal signal on this thread is put down to this record; and after it, where an exception ended
  /// it: nobody catches one on the way to the worker's noexcept frame, where it becomes the signal.
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

/// Whether it was the end of the process so often that it is not to be tried again. `ledger` may be null: never.
[[nodiscard]] bool crashed_too_often(const CrashLedger* ledger, std::string_view doing,
                                     const model::LogPosition& position, std::string_view topic = {});

}  // namespace turnstream::runtime
