#pragma once
// FilesRoot: the folder with the files of one namespace, for one process at a time: the file `.turnstream` in it names
// the namespace and carries the lock, until the object is destroyed or the process dies. Else two would remove each
// other's files.
// Threads: one at a time.

#include <string>

#include "app/files/private_folder.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

class FilesRoot {
 public:
  /// Makes the folder if it is missing. Errors: "state_in_use"; "state_mismatch": it has the files of another
  /// namespace; "unwritable".
  static Result<FilesRoot> open(const std::string& path, const std::string& name_space);

  [[nodiscard]] const PrivateFolder& folder() const { return folder_; }

 private:
  FilesRoot(PrivateFolder folder, FileDescriptor lock) : folder_(std::move(folder)), lock_(std::move(lock)) {}

  PrivateFolder folder_;
  FileDescriptor lock_;
};

}  // namespace turnstream::app
