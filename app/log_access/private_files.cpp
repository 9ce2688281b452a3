#include "app/log_access/private_files.h"

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "app/log_access/state_names.h"
#include "pipeline/base/log_line.h"

namespace turnstream::app {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kOthers = S_IRWXG | S_IRWXO;

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure)) {
    entries.push_back(at->path());
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

bool is_folder(const fs::path& path) {
  std::error_code failure;
  return fs::symlink_status(path, failure).type() == fs::file_type::directory;
}

std::string name_of(const fs::path& path) {
  return path.filename().string();
}

/// True if the directory belongs to this user, is not shared by design (sticky) and has no folders of others.
bool is_own(const fs::path& directory, const std::vector<fs::path>& entries) {
  struct stat found {};
  const bool is_of_user = ::stat(directory.c_str(), &found) == 0 && found.st_uid == ::geteuid() &&
                          (found.st_mode & static_cast<mode_t>(S_ISVTX)) == 0;
  return is_of_user && std::all_of(entries.begin(), entries.end(), [](const fs::path& entry) {
           return !is_folder(entry) || state_names::is_own_folder(name_of(entry));
         });
}

/// The folder and everything below it.
void add_tree(const fs::path& folder, std::vector<fs::path>& paths) {
  paths.push_back(folder);
  for (const fs::path& entry : entries_of(folder)) {
    is_folder(entry) ? add_tree(entry, paths) : paths.push_back(entry);
  }
}

/// The paths of the program, the directory itself first if it is the program's.
std::vector<fs::path> own_paths(const fs::path& directory) {
  const std::vector<fs::path> entries = entries_of(directory);
  const bool is_whole = is_own(directory, entries);
  std::vector<fs::path> paths;
  if (is_whole) {
    paths.push_back(directory);
  }
  for (const fs::path& entry : entries) {
    if (is_folder(entry) && state_names::is_own_folder(name_of(entry))) {
      add_tree(entry, paths);
    } else if (is_whole || (!is_folder(entry) && state_names::is_own_file(name_of(entry)))) {
      paths.push_back(entry);
    }
  }
  return paths;
}

/// Absent, or the mode of a file or folder; symbolic links have none of their own.
mode_t mode_of(const fs::path& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0 && !S_ISLNK(found.st_mode) ? found.st_mode : 0;
}

}  // namespace

void make_new_files_private() {
  ::umask(kOthers);
}

void make_private(const std::string& state_directory) {
  std::int64_t changed = 0;
  std::int64_t left = 0;
  for (const fs::path& path : own_paths(state_directory)) {
    const mode_t mode = mode_of(path);
    if ((mode & kOthers) == 0) {
      continue;
    }
    const bool done = ::chmod(path.c_str(), S_ISDIR(mode) ? kPrivateDirectory : kPrivateFile) == 0;
    changed += done ? 1 : 0;
    left += done ? 0 : 1;
  }
  if (changed > 0) {
    LogLine(LogLevel::kInfo, "state_made_private").with("directory", state_directory).with("paths", changed);
  }
  if (left > 0) {
    LogLine(LogLevel::kWarning, "state_readable_by_others").with("directory", state_directory).with("paths", left);
  }
}

std::vector<std::string> paths_open_to_others(const std::string& state_directory, std::size_t limit) {
  // Files in a private directory cannot be reached, with any mode.
  if ((mode_of(state_directory) & kOthers) == 0) {
    return {};
  }
  std::vector<std::string> open{state_directory};
  for (const fs::path& path : own_paths(state_directory)) {
    if (path != state_directory && (mode_of(path) & kOthers) != 0 && open.size() < limit) {
      open.push_back(path.string());
    }
  }
  return open;
}

}  // namespace turnstream::app
