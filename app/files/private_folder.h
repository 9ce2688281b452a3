#pragma once
// PrivateFolder: a folder in which files are replaced as a whole. What it makes is for this user alone: folders 0700,
// files 0600. It follows no symbolic link below the folder that open() opened, so nothing outside of it is read or
// written.
//
// replace() writes another file in the folder, waits until the disk has it, and renames it. A crash leaves the old file
// or the new one, and perhaps the other file, which remove_draft() removes. replace() and remove() compare the file
// once more right before they change it; what another program saves in the microseconds between is lost.
//
// Errors: "unwritable" (kRetry) with the path and the reason of the system, such as a full disk. What cannot be used
// because of its kind, such as a symbolic link, is not an error: `refused` says so. Threads: one at a time.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/unix_socket.h"

namespace turnstream::app {

class PrivateFolder {
 public:
  /// Opens the folder, which may be a symbolic link, and makes it and those above it if they are missing.
  static Result<PrivateFolder> open(const std::string& path);

  struct Below;
  /// The folder of that name in this one; with `make` it is made if it is missing.
  Result<Below> below(const std::string& name, bool make) const;

  struct File {
    std::optional<std::string> text;  ///< absent: there is no such file, or it is refused
    std::string refused;              ///< why it is left alone; empty: it is not
    bool may_be_ours = false;         ///< refused, but a block may be in it
  };
  /// Refuses files of more than 64 MiB, but not those that begin with the mark of a block.
  [[nodiscard]] Result<File> read(const std::string& name) const;

  /// Replaces the file, or makes it if `before` is absent. False if it is no longer as read() has returned it.
  Result<bool> replace(const std::string& name, const std::optional<std::string>& before, std::string_view text) const;
  /// False if it is no longer as read() has returned it.
  Result<bool> remove(const std::string& name, const std::optional<std::string>& before) const;
  /// Removes what a process that died in replace() has left.
  [[nodiscard]] Status remove_draft() const;
  /// Removes the folder of that name in this one if it is empty.
  void remove_if_empty(const std::string& name) const;
  /// Of all files and folders in it, sorted.
  [[nodiscard]] Result<std::vector<std::string>> names() const;

  [[nodiscard]] int descriptor() const { return folder_.get(); }

 private:
  PrivateFolder(std::string path, FileDescriptor folder) : path_(std::move(path)), folder_(std::move(folder)) {}
  [[nodiscard]] Error unwritable(const std::string& name, const char* action) const;
  [[nodiscard]] Status write_draft(std::string_view text) const;
  [[nodiscard]] Result<bool> is_still(const std::string& name, const std::optional<std::string>& before) const;

  std::string path_;  ///< for messages
  FileDescriptor folder_;
};

struct PrivateFolder::Below {
  std::optional<PrivateFolder> folder;  ///< absent: there is none, or it is refused
  std::string refused;                  ///< why it is left alone; empty: it is not
  bool may_be_ours = false;             ///< refused, but files with a block may be in it
};

}  // namespace turnstream::app
