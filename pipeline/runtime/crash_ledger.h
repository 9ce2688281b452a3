#pragma once
// CrashLedger: remembers which records were in hand when the process died of its own fault, so that a record that does
// it three times is failed instead of crashing the process for ever. Only fatal signals (SIGSEGV, SIGBUS, SIGFPE,
// SIGILL, SIGABRT, which std::terminate and CHECK raise) are entered, by a handler that writes one line to the ledger's
// file; SIGKILL leaves no entry. Threads: deaths() any; Marker: the thread that processes the record. One ledger a
// process installs the handler.

#include <map>
#include <memory>
#include <string>

#include "pipeline/base/result.h"
#include "pipeline/model/completion.h"

namespace turnstream::runtime {

inline constexpr int kCrashesMax = 3;

class CrashLedger {
 public:
  /// Reads the file's earlier entries, opens it for appending and installs the signal handlers.
  static Result<std::unique_ptr<CrashLedger>> open(const std::string& file);
  ~CrashLedger();
  [[nodiscard]] int deaths(std::string_view stage, const model::LogPosition& position) const;

  /// While it lives, a fatal signal on this thread is put down to this record; and after it, where an exception ended
  /// it: nobody catches one on the way to the worker's noexcept frame, where it becomes the signal.
  class Marker {
   public:
    Marker(std::string_view stage, const model::LogPosition& position) noexcept;
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

}  // namespace turnstream::runtime
