#pragma once
// OpenLog: opens the log that the settings name: a Kafka cluster, or the embedded log of the state directory. The
// embedded log belongs to one process at a time; other processes use it through the socket of that process. A verb
// keeps an OpenLog while it uses the log. Threads: open and destroy on one; the client: see log/client.h.

#include <memory>
#include <optional>
#include <string>

#include "app/context.h"
#include "app/log_access/state_directory.h"
#include "pipeline/base/log_clock.h"
#include "pipeline/log/client.h"

namespace turnstream::log::embedded {
class Cluster;
}

namespace turnstream::app {

enum class LogUse {
  kRead,         ///< only read the log: nothing in the state directory is created or changed
  kVisit,        ///< use the log, directly or through the process that has it open
  kVisitOrMake,  ///< the same, and make the embedded log if there is none
  kOwn,          ///< lock the state directory, or fail with "state_in_use" if another process has it
  kOwnOrMake,    ///< the same, and make the embedded log if there is none
};

class OpenLog {
 public:
  virtual ~OpenLog() = default;
  /// The client of the log. It lives as long as the OpenLog.
  virtual log::Client& client() = 0;
  /// The state directory, if this process owns it (always with kOwn and kOwnOrMake); else null.
  virtual const StateDirectory* directory() const = 0;
  [[nodiscard]] virtual bool is_embedded() const = 0;
  /// True if this is an embedded log that no other process has open, so that nothing changes while it is read.
  [[nodiscard]] virtual bool is_stopped() const { return false; }
  /// The clock of a process that owns the state directory: the embedded log and intake take their times from it. Else
  /// null.
  virtual LogClock* clock() { return nullptr; }
  /// The embedded log, if this process owns it; else null.
  virtual log::embedded::Cluster* cluster() { return nullptr; }
};

/// `verb`: the name that other processes see if they find the directory locked. With kRead, a log that does not exist
/// looks like an empty one, and a log that no process has open is read as it is now: a `run` may start meanwhile. Error
/// "usage" with kVisit and kOwn if the directory has no embedded log, for example because its name is mistyped.
Result<std::unique_ptr<OpenLog>> open_log(const Context& context, LogUse use, const std::string& verb);

/// The setting kafka.connect_timeout_ms: how long most commands wait for an answer of the log.
log::milliseconds answer_timeout(const Context& context);

}  // namespace turnstream::app
