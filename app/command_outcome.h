#pragma once
// CommandOutcome: finds out what intake made of commands that were just sent. It waits until intake has read the commands
// topic to its present end, for a limited time, and then reads the dead letters of commands that came since begin().
// Threads: one. Lifetime: borrows the context and the client.

#include <optional>
#include <string>
#include <vector>

#include "app/context.h"
#include "app/log_access/open_log.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

class CommandOutcome {
 public:
  /// Call it before the commands are sent.
  static Result<CommandOutcome> begin(const Context& context, OpenLog& log);

  /// What was sent: dead letters of other commands are not counted.
  struct Sent {
    std::vector<std::string> ids;
    std::optional<std::string> persona = std::nullopt;  ///< of all of them; absent: commands of a partition
  };
  struct Found {
    bool is_read = false;              ///< intake has read all commands
    std::vector<std::string> refused;  ///< a sentence for each distinct reason of a refusal
  };
  /// Waits at most `timeout`; not at all if no other process has the log open.
  Result<Found> wait(log::milliseconds timeout, const Sent& sent);

 private:
  CommandOutcome(const Context& context, OpenLog& log) : context_(context), log_(log) {}
  Result<bool> is_read();
  Status read_refused(const Sent& sent, Found& found);

  const Context& context_;
  OpenLog& log_;
  std::vector<log::Position> dead_letters_;  ///< the ends before the commands were sent
};

}  // namespace turnstream::app
