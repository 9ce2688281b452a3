#pragma once
// Endpoint: where a `run` answers, as it writes it into its state directory, and as `status` finds it there. Removed at
// a clean end; what a killed process leaves is told by the process's own number and start, both of which it would have
// to share with a later one. Threads: any; a directory has one writer, who holds its lock.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/log_access/state_directory.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

struct Endpoint {
  std::string address;  ///< HOST:PORT as listened on; empty: not yet, or never
  bool listens = true;  ///< false: nobody is to ask it
  std::int64_t pid = 0;
  std::int64_t pid_start = 0;  ///< ticks since the machine started
  std::string name_space;
  std::string instance;
  std::string grouping;
  std::vector<std::string> stages;
  std::int64_t started_ms = 0;  ///< since 1970
};

/// This process's number and start, and nothing else.
Endpoint own_endpoint();

/// False when that process has ended, though another may have its number.
bool is_running(const Endpoint& endpoint);

/// Absent where none is registered. Errors: code "unreadable".
Result<std::optional<Endpoint>> read_endpoint(const std::string& directory);

/// The entry for as long as it lives; it takes the place of one that a killed predecessor left. Lifetime: borrows the
/// directory.
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
