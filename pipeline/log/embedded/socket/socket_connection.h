#pragma once
// SocketConnection: sends requests to a SocketServer and receives the replies, one after the other. Connects on first
// use, and again after a failed exchange. Threads: one at a time.

#include <memory>
#include <string>

#include "pipeline/base/unix_socket.h"
#include "pipeline/log/embedded/socket/socket_frames.h"

namespace turnstream::log::embedded {

/// The frame of a reply without its length, and the answer as a view into it.
struct SocketReply {
  std::shared_ptr<const std::string> frame;
  std::string_view answer;
};

class SocketConnection {
 public:
  explicit SocketConnection(std::string path) : path_(std::move(path)) {}

  /// Connects, unless it is connected. Errors "unreachable" (for example, no process listens), "socket_failed".
  Status open();
  /// Sends a frame that begin_request() began, and returns the reply. Each send or receive may block up to `wait` plus
  /// 10 s. Errors: those in the reply, "unreachable", "socket_failed", "timed_out", "too_large", "bad_frame".
  Result<SocketReply> call(std::string request, milliseconds wait);
  [[nodiscard]] bool connected() const { return static_cast<bool>(socket_); }

 private:
  Status exchange(const std::string& request, std::string& reply);
  Status receive(char* into, std::size_t bytes);

  std::string path_;
  FileDescriptor socket_;
};

}  // namespace turnstream::log::embedded
