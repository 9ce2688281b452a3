#include "app/files/files_root.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "app/errors.h"
#include "app/log_access/private_files.h"

namespace turnstream::app {
namespace {

constexpr const char* kIdentity = ".turnstream";

Error unwritable(const std::string& path) {
  return error_of(error_codes::kUnwritable, path + "/" + kIdentity + " cannot be written: " + std::strerror(errno));
}

}  // namespace

Result<FilesRoot> FilesRoot::open(const std::string& path, const std::string& name_space) {
  TS_ASSIGN_OR_RETURN(PrivateFolder folder, PrivateFolder::open(path));
  FileDescriptor lock(
      ::openat(folder.descriptor(), kIdentity, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, kPrivateFile));
  if (!lock) {
    return unwritable(path);
  }
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) {
      return unwritable(path);
    }
    return error_of(error_codes::kStateInUse,
                    "another process writes files into " + path + ". Stop it, or choose another folder.");
  }
  TS_ASSIGN_OR_RETURN(const PrivateFolder::File known, folder.read(kIdentity));
  const std::string identity = name_space + "\n";
  if (known.text && !known.text->empty() && *known.text != identity) {
    return error_of(error_codes::kStateMismatch, path +
                                                     " has the files of another namespace, which its file .turnstream "
                                                     "names, not of " +
                                                     name_space + ". Choose another folder.");
  }
  const bool is_new = known.text && known.text->empty();
  if (!known.text ||
      (is_new && ::write(lock.get(), identity.data(), identity.size()) != static_cast<ssize_t>(identity.size()))) {
    return unwritable(path);
  }
  return FilesRoot(std::move(folder), std::move(lock));
}

}  // namespace turnstream::app
