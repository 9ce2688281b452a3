#pragma once
// OpenLog: the log that the flags name, opened: a Kafka cluster, or the embedded log of the state directory. The
// embedded one belongs to one process at a time; the others reach it through that process's socket. Verbs hold an
// OpenLog for as long as they talk to the log.
// Threads: open and destroy on one; client() as the port says.

#include <memory>
#include <optional>
#include <string>

#include "app/context.h"
#include "app/log_access/state_directory.h"
#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"

namespace turnstream::log::embedded {
class Cluster;
}

namespace turnstream::app {

enum class LogUse {
  kVisit,  ///< talk to the log, through whoever has it open
  kOwn,    ///< take the state directory, or fail with "state_in_use"
};

class OpenLog {
 public:
  virtual ~OpenLog() = default;
  /// Lives as long as the OpenLog.
  virtual log::Client& client() = 0;
  /// Held where this process owns the state directory: always with kOwn.
  virtual const StateDirectory* directory() const = 0;
  [[nodiscard]] virtual bool is_embedded() const = 0;
  /// The embedded log itself, where this process owns it; else null.
  virtual log::embedded::Cluster* cluster() { return nullptr; }
};

/// `verb` is what others are told when they find the directory taken.
Result<std::unique_ptr<OpenLog>> open_log(const Context& context, LogUse use, const std::string& verb);

/// How long a command waits for the log to answer.
log::milliseconds answer_timeout(const Context& context);

}  // namespace turnstream::app
