#pragma once
// HttpConnection: a connection over loopback that is kept alive, for one request after the other. It does no more than that, so
// that the measured time is the server's. Threads: one at a time.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/unix_socket.h"

namespace turnstream::bench {

class HttpConnection {
 public:
  /// Error "unreachable".
  static Result<HttpConnection> open(int port);

  /// The body of the answer, whose status must be 200. Errors: "unreachable"; "bad_query" with the answer.
  Result<std::string> post(std::string_view path, std::string_view body);

 private:
  explicit HttpConnection(FileDescriptor socket) : socket_(std::move(socket)) {}

  Status send(std::string_view bytes);
  Status receive();

  FileDescriptor socket_;
  std::string received_;
};

}  // namespace turnstream::bench
