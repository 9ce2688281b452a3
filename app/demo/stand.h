#pragma once
// Stand: a log in memory, and a pipeline that processes the sample turns and then commands in it. Each call makes a new
// pipeline, which continues where the one before ended. Borrows context and settings. Threads: one.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/context.h"
#include "app/stop_signal.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/log_clock.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/runtime/worker.h"
#include "pipeline/store/memory_store.h"

namespace turnstream::app {

/// The given settings, but with one partition, all stages, intake.clock=event and small transactions. A tick may be ahead
/// of the clock of this machine, because the demonstration continues months after the sample turns.
[[nodiscard]] settings::Settings demo_settings(const settings::Settings& given);

struct DemoCommand {
  std::string kind;
  std::string persona;  ///< empty: of the partition, such as a tick
  std::string args_json;
};

class Stand {
 public:
  Stand(const Context& context, const settings::Settings& settings);

  /// Publishes the sample turns and processes them; false if a signal came first. `crash_points` may be null.
  Result<bool> take_turns(const StopSignal& signal, runtime::CrashPoints* crash_points);
  /// Sends the commands and processes them; false if a signal came first. Adds their ids, which depend on the commands
  /// and the number of those before, to `ids`.
  Result<bool> take_commands(const StopSignal& signal, std::span<const DemoCommand> commands,
                             std::vector<std::string>& ids);
  /// One digest over the state, completions and other outputs of all stages (digests.h).
  Result<std::string> digest();
  log::Client& client() { return *client_; }

 private:
  Result<bool> process(const StopSignal& signal, runtime::CrashPoints* crash_points);

  const Context& context_;
  const settings::Settings& settings_;
  const std::vector<std::string> stages_;
  SystemClock machine_;
  LogClock clock_{machine_};
  log::embedded::Cluster cluster_{clock_};
  std::unique_ptr<log::Client> client_ = log::embedded::make_client(cluster_);
  store::MemoryStore store_;
  std::int64_t commands_ = 0;
};

}  // namespace turnstream::app
