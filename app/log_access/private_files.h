#pragma once
// The modes of a state directory and its files: memory is for its owner alone, so directories have mode 0700 and files
// 0600, with any umask. Threads: any.

#include <string>
#include <sys/types.h>
#include <vector>

namespace turnstream::app {

inline constexpr mode_t kPrivateFile = 0600;
inline constexpr mode_t kPrivateDirectory = 0700;

/// From now on, files and directories that this process makes are private by default: also those of RocksDB, and the
/// file of `log export`. The process-wide umask: call it before other threads start.
void make_new_files_private();

/// Makes an existing state directory and its files private, and logs `state_made_private` if a mode was wider. The
/// directory itself keeps its mode if it also has folders that are not the program's, such as /tmp. A mode that cannot
/// be changed is logged as `state_readable_by_others`; it is not an error.
void make_private(const std::string& state_directory);

/// The paths of a state directory that others than its owner can use: at most `limit` of them.
std::vector<std::string> paths_open_to_others(const std::string& state_directory, std::size_t limit);

}  // namespace turnstream::app
