#pragma once
// StateDirectory: the folder with everything a process keeps on disk: the lock, what the state belongs to, the
// instance's name, the state store, the embedded log and the socket through which other commands reach it. Whoever
// holds a StateDirectory holds its lock; it is given up with the object, or by the system if the process dies. Threads:
// one.

#include <cstdint>
#include <optional>
#include <string>

#include "app/context.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// state.directory, else $XDG_STATE_HOME/turnstream/<namespace>, else ~/.local/state/turnstream/<namespace>.
Result<std::string> state_directory_path(const Context& context);

/// What the state in a directory was made of. State of another origin would silently mix two memories.
struct StateIdentity {
  std::string name_space;
  std::string cluster_id;
  std::int64_t partitions = 0;
};

class StateDirectory {
 public:
  /// Makes the folder where missing and takes the lock; `holder` is what others are told of it. Errors: "state_in_use"
  /// with who holds it, "state_unusable".
  static Result<StateDirectory> open(const std::string& path, const std::string& holder);
  StateDirectory(StateDirectory&& other) noexcept;
  StateDirectory& operator=(StateDirectory&&) = delete;
  ~StateDirectory();

  /// Records the identity at first, compares it afterwards. Error "state_mismatch" says what differs and what to do.
  Status check_identity(const StateIdentity& identity) const;
  /// `configured`, or else 8 hex digits made once and kept here.
  [[nodiscard]] Result<std::string> instance(const std::string& configured) const;

  /// A small file in it, replaced as a whole: a crash leaves the old text or the new one.
  [[nodiscard]] Status write(const std::string& name, const std::string& text) const;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string store_folder() const { return path_ + "/store"; }
  [[nodiscard]] std::string crash_ledger() const { return path_ + "/crashes"; }

  // also for those who do not hold the lock
  static std::string log_folder(const std::string& path) { return path + "/log"; }
  static std::string socket(const std::string& path) { return path + "/socket"; }

 private:
  StateDirectory(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::string path_;
  int lock_;
};

}  // namespace turnstream::app
