#pragma once
// StateDirectory: the folder in which a process keeps its files: the lock, the identity of the state, the instance's
// name, the state store, the crash ledger, the embedded log, and the address and sockets for other processes. The object
// holds the lock until it is destroyed or the process dies. Threads: one.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/context.h"
#include "app/log_access/state_names.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// state.directory, else $XDG_STATE_HOME/turnstream/<namespace>, else ~/.local/state/turnstream/<namespace>.
Result<std::string> state_directory_path(const Context& context);

/// What the state in a directory belongs to. A run with other values must not use it: it would mix two memories.
struct StateIdentity {
  std::string name_space;
  std::string cluster_id;
  std::int64_t partitions = 0;
};

/// A lock that several readers of a state directory can have at once, but not while a StateDirectory has the lock. It
/// changes nothing in the directory.
class ReadLock {
 public:
  /// A directory without a lock file needs no lock. Errors: "state_in_use" with the holder; "state_unusable".
  static Result<ReadLock> take(const std::string& path);
  ReadLock(ReadLock&& other) noexcept;
  ReadLock& operator=(ReadLock&&) = delete;
  ~ReadLock();

 private:
  explicit ReadLock(int lock) : lock_(lock) {}

  int lock_;
};

class StateDirectory {
 public:
  /// Creates the folder if it is missing, makes it private (private_files.h) and takes the lock. `holder`: the name of
  /// the command that other processes see. Errors: "state_in_use" with the holder; "state_unusable".
  static Result<StateDirectory> open(const std::string& path, const std::string& holder);
  StateDirectory(StateDirectory&& other) noexcept;
  StateDirectory& operator=(StateDirectory&&) = delete;
  ~StateDirectory();

  /// If the directory has no identity.json, records the identity there; else compares with it. Error "state_mismatch"
  /// says what differs, or that the file is damaged, and what to do.
  Status check_identity(const StateIdentity& identity) const;
  /// The instance's name: `configured`; if it is empty, 8 hex digits that are made once and kept in the directory. Error
  /// "state_mismatch": see kept_instance().
  [[nodiscard]] Result<std::string> instance(const std::string& configured) const;

  /// Replaces a small file as a whole: after a crash it has the old text or the new text. `name`: of state_names.
  [[nodiscard]] Status write(std::string_view name, const std::string& text) const;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string store_folder() const { return in(path_, state_names::kStore); }
  [[nodiscard]] std::string recall_folder() const { return in(path_, state_names::kRecall); }
  [[nodiscard]] std::string crash_ledger() const { return in(path_, state_names::kCrashes); }
  /// The store and the crash ledger of an upgrade into that namespace.
  [[nodiscard]] std::string upgrade_folder(const std::string& into) const;
  static std::string crash_ledger_of(const std::string& upgrade_folder);
  /// Removes them, and what an earlier removal left. The folder gets another name first, so that a process that dies
  /// meanwhile leaves no half of a store under the name that the next upgrade opens.
  void remove_upgrade(const std::string& into) const;

  // Paths in the directory `path`; no lock is needed. in() makes all of them. Precondition: state_names::is_own(name).
  static std::string in(const std::string& path, std::string_view name);
  static std::string start_ledger(const std::string& path) { return in(path, state_names::kStarts); }
  static std::string log_folder(const std::string& path) { return in(path, state_names::kLog); }
  static std::string socket(const std::string& path) { return in(path, state_names::kSocket); }
  static std::string http_socket(const std::string& path) { return in(path, state_names::kHttpSocket); }
  /// The instance's name that is kept in the directory, without the line feed that may follow it; absent if there is
  /// none. Errors: "state_mismatch" if the file has no name, for example because it is empty; "state_unusable" if this
  /// user may not enter the directory. They say what to do.
  static Result<std::optional<std::string>> kept_instance(const std::string& path);
  static std::string instance_file(const std::string& path) { return in(path, state_names::kInstance); }
  /// Whether the directory has an embedded log, or a process has the lock and may be making one.
  static bool has_log(const std::string& path);

 private:
  StateDirectory(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::string path_;
  int lock_;
};

}  // namespace turnstream::app
