#pragma once
// SocketConnection: one conversation with a SocketServer: a request goes out, its reply comes back. Connects when first
// used, and anew after a failure.
// Threads: one at a time.

#include <memory>
#include <string>

#include "pipeline/log/embedded/socket/socket_address.h"
#include "pipeline/log/embedded/socket/socket_frames.h"

namespace turnstream::log::embedded {

/// A reply's frame and the answer in it.
struct SocketReply {
  std::shared_ptr<const std::string> frame;
  std::string_view answer;
};

class SocketConnection {
 public:
  explicit SocketConnection(std::string path) : path_(std::move(path)) {}

  /// Error "unreachable", if nobody listens.
  Status open();
  /// Sends what begin_request() began and waits `wait` and some time more. The server's errors, and "unreachable",
  /// "timed_out", "too_large", "bad_frame".
  Result<SocketReply> call(std::string request, milliseconds wait);
  [[nodiscard]] bool connected() const { return static_cast<bool>(socket_); }

 private:
  Status exchange(const std::string& request, std::string& reply);
  Status receive(char* into, std::size_t bytes);

  std::string path_;
  FileDescriptor socket_;
};

}  // namespace turnstream::log::embedded
