#pragma once
// SocketAddress and FileDescriptor: the Unix socket of a log by its path, and an owned descriptor. A path too long for
// a socket's address is reached through its folder. Threads: values.

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

/// Connected. Error "unreachable" when nobody listens.
Result<FileDescriptor> connect_to(const std::string& path);
/// Listening, not blocking, readable by this user alone. Takes the place of a socket nobody listens on. Errors
/// "socket_in_use", "socket_failed".
Result<FileDescriptor> listen_on(const std::string& path);

}  // namespace turnstream::log::embedded
