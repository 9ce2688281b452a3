#pragma once
// Endpoint: the address of a `run`, which it writes into its state directory and where `status` finds it. A normal stop
// removes it. The process number together with its start time shows whether the process still runs, even if the system
// reuses the number. Threads: any; a directory has one writer, the process with its lock.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/log_access/state_directory.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

struct Endpoint {
  std::string address;  ///< HOST:PORT on which the process listens; empty: it does not listen (yet)
  bool listens = true;  ///< false: the process was started without a port
  std::int64_t pid = 0;
  std::int64_t pid_start = 0;  ///< start time of the process, in clock ticks since the machine started
  std::string name_space;
  std::string instance;
  std::string grouping;
  std::vector<std::string> stages;
  std::int64_t started_ms = 0;  ///< since 1970
};

/// An endpoint with only the process number and the start time of this process.
Endpoint own_endpoint();

/// Whether the process that wrote the endpoint runs; false if it has ended, even if another process has its number.
bool is_running(const Endpoint& endpoint);

/// Reads the endpoint file of the directory; absent if there is none. Errors: code "unreadable".
Result<std::optional<Endpoint>> read_endpoint(const std::string& directory);

/// Writes the endpoint file, and removes it when the object is destroyed. Replaces a file that a killed process left.
/// Borrows the directory.
class RegisteredEndpoint {
 public:
  static Result<std::unique_ptr<RegisteredEndpoint>> put(const StateDirectory& directory, const Endpoint& endpoint);
  Status update(const Endpoint& endpoint);
  RegisteredEndpoint(const RegisteredEndpoint&) = delete;
  RegisteredEndpoint& operator=(const RegisteredEndpoint&) = delete;
  ~RegisteredEndpoint();

 private:
  explicit RegisteredEndpoint(const StateDirectory& directory) : directory_(directory) {}

  const StateDirectory& directory_;
};

}  // namespace turnstream::app
