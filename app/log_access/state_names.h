#pragma once
// The names of all files and folders that the program makes in a state directory. StateDirectory makes paths of these
// names only, and private_files.h keeps what has such a name private. Threads: pure functions.

#include <algorithm>
#include <array>
#include <string_view>

namespace turnstream::app::state_names {

inline constexpr std::string_view kLog = "log";        ///< a folder: the embedded log
inline constexpr std::string_view kStore = "store";    ///< a folder: the state of the stages
inline constexpr std::string_view kRecall = "recall";  ///< a folder: the read model
inline constexpr std::string_view kLock = "lock";
inline constexpr std::string_view kIdentity = "identity.json";
inline constexpr std::string_view kInstance = "instance";
inline constexpr std::string_view kCrashes = "crashes";
inline constexpr std::string_view kStarts = "starts";
inline constexpr std::string_view kEndpoint = "endpoint.json";
inline constexpr std::string_view kSocket = "socket";         ///< of the embedded log
inline constexpr std::string_view kHttpSocket = "http.sock";  ///< of the HTTP server of `run`
/// The log lines of `run --background`, and the three older files, the newest first (app/log_sink.h).
inline constexpr std::array<std::string_view, 4> kRunLogs{"log.jsonl", "log.1.jsonl", "log.2.jsonl", "log.3.jsonl"};
/// A folder upgrade.NAMESPACE: the state that `upgrade` makes. Its crash ledger is upgrade.NAMESPACE.crashes.
inline constexpr std::string_view kUpgradePrefix = "upgrade.";
inline constexpr std::string_view kCrashesSuffix = ".crashes";
/// A folder of an upgrade that is being removed. No namespace has this character in its name.
inline constexpr std::string_view kDoomedSuffix = "~";
/// A file of these names that is not yet complete.
inline constexpr std::string_view kDraftSuffix = ".new";

[[nodiscard]] inline bool is_own_folder(std::string_view name) {
  return name == kLog || name == kStore || name == kRecall || name.starts_with(kUpgradePrefix);
}

[[nodiscard]] inline bool is_own_file(std::string_view name) {
  constexpr std::array kFiles{kLock, kIdentity, kInstance, kCrashes, kStarts, kEndpoint, kSocket, kHttpSocket};
  if (name.ends_with(kDraftSuffix)) {
    name.remove_suffix(kDraftSuffix.size());
  }
  return std::find(kFiles.begin(), kFiles.end(), name) != kFiles.end() ||
         std::find(kRunLogs.begin(), kRunLogs.end(), name) != kRunLogs.end() ||
         (name.starts_with(kUpgradePrefix) && name.ends_with(kCrashesSuffix));
}

[[nodiscard]] inline bool is_own(std::string_view name) {
  return is_own_folder(name) || is_own_file(name);
}

}  // namespace turnstream::app::state_names
