#pragma once
// RawClient: a connection, of TCP or a Unix socket, that sends any bytes, which no HTTP client would. Waits are bounded by 60 s.
// Threads: one at a time.

#include <memory>
#include <string>
#include <string_view>

#include "app/http/http_server.h"
#include "pipeline/base/unix_socket.h"

namespace turnstream::app {

class RawClient {
 public:
  explicit RawClient(int port);
  explicit RawClient(const std::string& socket_path);

  /// Sends all bytes; false if the server has closed the connection before.
  bool send(std::string_view bytes);
  /// Reads until the server closes the connection, or until the text ends with `end`.
  std::string receive(std::string_view end = {});
  /// Whether the server has closed the connection; does not wait.
  bool is_closed();

 private:
  FileDescriptor socket_;
};

/// A server on a free loopback port with the given routes.
std::unique_ptr<HttpServer> serving(HttpRoutes routes, const HttpConfig& config = {});
/// The status in the first line of an answer; 0 without one.
int status_of(const std::string& answer);
/// The whole answer to the bytes, which must make the server close the connection.
std::string answer_to(const HttpServer& server, std::string_view bytes);
/// GET of `path` on a new connection, with more lines of headers.
std::string get(const HttpServer& server, const std::string& path, const std::string& headers = {});

}  // namespace turnstream::app
