#pragma once
// Functions that open the Unix socket of a log by its path, and FileDescriptor, which owns a descriptor. If the path is
// too long for a socket address, they open its folder and use /proc/self/fd/<n>/<file name>. Threads: any.

#include <string>
#include <utility>

#include "pipeline/base/result.h"

namespace turnstream::log::embedded {

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
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

/// A connected socket. Waits at most 10 s. Errors "unreachable" (it cannot connect; for example, no process listens),
/// "socket_failed".
Result<FileDescriptor> connect_to(const std::string& path);
/// A listening, non-blocking socket that only this user can access. It replaces a socket file whose process has ended.
/// Precondition: the caller holds the lock of the state directory, so that no other process does the same at this time.
/// Errors "socket_in_use", "socket_failed".
Result<FileDescriptor> listen_on(const std::string& path);

}  // namespace turnstream::log::embedded
