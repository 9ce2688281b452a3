#pragma once
// Functions that open a Unix socket by the path of its file, and FileDescriptor, which owns a descriptor. If the path is
// too long for a socket address, they open its folder and use /proc/self/fd/<n>/<file name>. In error messages,
// `served` says what listens there, for example "the embedded log". Threads: any.

#include <string>
#include <utility>

#include "pipeline/base/result.h"

namespace turnstream {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor();

  [[nodiscard]] int get() const { return fd_; }
  /// Gives the descriptor to the caller, who closes it.
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

/// A path that is short enough for a socket address. It is valid in this process, as long as the object exists.
struct SocketName {
  std::string path;
  FileDescriptor folder;  ///< open if `path` leads through it
};

/// Errors "socket_failed": the folder cannot be opened, or the file name itself is too long.
Result<SocketName> socket_name(const std::string& path);

/// A connected socket. Waits at most 10 s. Errors "unreachable" (it cannot connect; for example, no process listens),
/// "socket_failed".
Result<FileDescriptor> connect_to_socket(const std::string& path, const std::string& served);
/// A listening, non-blocking socket that only this user can access. It replaces a socket file whose process has ended.
/// `waiting_max`: the connections that may wait to be accepted. Precondition: the caller holds the lock of the state
/// directory, so that no other process does the same at this time. Errors "socket_in_use", "socket_failed".
Result<FileDescriptor> listen_on_socket(const std::string& path, const std::string& served, int waiting_max);

}  // namespace turnstream
