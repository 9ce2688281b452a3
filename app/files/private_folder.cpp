#include "app/files/private_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "app/files/marked_block.h"
#include "app/log_access/private_files.h"

namespace turnstream::app {
namespace {

constexpr const char* kDraft = ".turnstream.new";
constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
// Without O_NONBLOCK, a pipe of that name would hold the thread up.
constexpr int kReadFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
constexpr int kDraftFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
constexpr std::int64_t kFileBytesMax = std::int64_t{64} << 20;
constexpr std::size_t kReadBytes = std::size_t{64} << 10;

/// False: an error, in errno.
bool read_all(int file, std::string& text) {
  for (;;) {
    const std::size_t size = text.size();
    text.resize(size + kReadBytes);
    const ssize_t count = ::read(file, text.data() + size, kReadBytes);
    text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) {
      return true;
    }
    if (count < 0 && errno != EINTR) {
      return false;
    }
  }
}

/// Whether it is a file of ours, which is as large as memory makes it.
bool begins_with_mark(int file) {
  std::string start(kBlockBegin.size(), '\0');
  const ssize_t count = ::pread(file, start.data(), start.size(), 0);
  return count == static_cast<ssize_t>(start.size()) && start == kBlockBegin;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno != EINTR) {
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  }
  return true;
}

}  // namespace

Error PrivateFolder::unwritable(const std::string& name, const char* action) const {
  return make_error(error_codes::kUnwritable, Reaction::kRetry,
                    path_ + "/" + name + " cannot be " + action + ": " + std::strerror(errno));
}

Result<PrivateFolder> PrivateFolder::open(const std::string& path) {
  std::error_code failure;
  const std::filesystem::path folder(path);
  std::filesystem::create_directories(folder.parent_path(), failure);  // The call below says what is wrong.
  ::mkdir(path.c_str(), kPrivateDirectory);
  FileDescriptor opened(::open(path.c_str(), kFolderFlags));
  if (!opened) {
    return make_error(error_codes::kUnwritable, Reaction::kStopProcess,
                      "the folder " + path + " cannot be opened: " + std::strerror(errno));
  }
  return PrivateFolder(path, std::move(opened));
}

Result<PrivateFolder::Below> PrivateFolder::below(const std::string& name, bool make) const {
  if (make && ::mkdirat(folder_.get(), name.c_str(), kPrivateDirectory) != 0 && errno != EEXIST) {
    return unwritable(name, "made");
  }
  FileDescriptor opened(::openat(folder_.get(), name.c_str(), kFolderFlags | O_NOFOLLOW));
  if (opened) {
    return Below{PrivateFolder(path_ + "/" + name, std::move(opened)), ""};
  }
  if (errno == ENOENT) {
    return Below{};
  }
  if (errno == ELOOP || errno == ENOTDIR) {
    return Below{std::nullopt, "it is a symbolic link or not a folder"};
  }
  if (errno == EACCES && !make) {
    return Below{std::nullopt, "this user may not open it", true};
  }
  return unwritable(name, "opened");
}

Result<PrivateFolder::File> PrivateFolder::read(const std::string& name) const {
  const FileDescriptor file(::openat(folder_.get(), name.c_str(), kReadFlags));
  if (!file && errno == ENOENT) {
    return File{};
  }
  if (!file && errno == ELOOP) {
    return File{std::nullopt, "it is a symbolic link"};
  }
  if (!file && errno == EACCES) {
    return File{std::nullopt, "this user may not read it", true};
  }
  struct stat found {};
  if (!file || ::fstat(file.get(), &found) != 0) {
    return unwritable(name, "read");
  }
  if (!S_ISREG(found.st_mode)) {
    return File{std::nullopt, "it is not a regular file"};
  }
  if (found.st_size > kFileBytesMax && !begins_with_mark(file.get())) {
    return File{std::nullopt, "it has more than 64 MiB", true};
  }
  std::string text;
  return read_all(file.get(), text) ? Result<File>(File{std::move(text), ""}) : unwritable(name, "read");
}

Result<bool> PrivateFolder::is_still(const std::string& name, const std::optional<std::string>& before) const {
  TS_ASSIGN_OR_RETURN(const File now, read(name));
  return now.refused.empty() && now.text == before;
}

Status PrivateFolder::write_draft(std::string_view text) const {
  TS_RETURN_IF_ERROR(remove_draft());
  FileDescriptor draft(::openat(folder_.get(), kDraft, kDraftFlags, kPrivateFile));
  if (!draft || !write_all(draft.get(), text) || ::fsync(draft.get()) != 0) {
    const Error error = unwritable(kDraft, "written");
    ::unlinkat(folder_.get(), kDraft, 0);
    return error;
  }
  return {};
}

Result<bool> PrivateFolder::replace(const std::string& name, const std::optional<std::string>& before,
                                    std::string_view text) const {
  TS_RETURN_IF_ERROR(write_draft(text));
  const Result<bool> is_same = is_still(name, before);
  if (is_same.ok() && *is_same && ::renameat(folder_.get(), kDraft, folder_.get(), name.c_str()) == 0) {
    return true;
  }
  const Error error = unwritable(name, "replaced");
  ::unlinkat(folder_.get(), kDraft, 0);
  return is_same.ok() && *is_same ? Result<bool>(error) : is_same;
}

Result<bool> PrivateFolder::remove(const std::string& name, const std::optional<std::string>& before) const {
  TS_ASSIGN_OR_RETURN(const bool is_same, is_still(name, before));
  if (is_same && ::unlinkat(folder_.get(), name.c_str(), 0) != 0) {
    return unwritable(name, "removed");
  }
  return is_same;
}

Status PrivateFolder::remove_draft() const {
  const bool is_gone = ::unlinkat(folder_.get(), kDraft, 0) == 0 || errno == ENOENT;
  return is_gone ? Status() : unwritable(kDraft, "removed");
}

void PrivateFolder::remove_if_empty(const std::string& name) const {
  ::unlinkat(folder_.get(), name.c_str(), AT_REMOVEDIR);  // A folder with files of others stays.
}

Result<std::vector<std::string>> PrivateFolder::names() const {
  struct Close {
    void operator()(DIR* stream) const { ::closedir(stream); }
  };
  const int copy = ::openat(folder_.get(), ".", kFolderFlags);
  const std::unique_ptr<DIR, Close> stream(copy < 0 ? nullptr : ::fdopendir(copy));
  if (stream == nullptr) {
    const Error error = unwritable(".", "read");
    if (copy >= 0) {
      ::close(copy);
    }
    return error;
  }
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string name = static_cast<const char*>(entry->d_name);
    if (name != "." && name != "..") {
      names.push_back(name);
    }
    errno = 0;
  }
  if (errno != 0) {
    return unwritable(".", "read");
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace turnstream::app
