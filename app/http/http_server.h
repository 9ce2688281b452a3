#pragma once
// HttpServer: serves routes over HTTP/1.1 at an address, on a Unix socket, or both, also while a thousand other clients
// hold on to their connections. A few threads of its own serve all connections and run the handlers that return quickly;
// the others run on more threads (HttpRoute::wait_max). Limits: see HttpConfig; headers have 32 KiB together, at most 256
// connections come from one address unless the server listens on a loopback address, and 512 through the Unix socket.
// Threads: start, add_socket and destroy on one; handlers run on the server's threads, several at a time.

#include <memory>
#include <string>

#include "app/http/http_address.h"
#include "app/http/http_route.h"
#include "app/http/http_service.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

class HttpServer {
 public:
  /// `address` is HOST:PORT; port 0 = any free one; empty = none. Raises the process's soft limit of open files if that
  /// is too low. Errors: code "listen_failed", also for an address of another form; "settings" for the tokens file.
  static Result<std::unique_ptr<HttpServer>> start(const std::string& address, HttpRoutes routes,
                                                   const HttpConfig& config = {});
  /// Serves the routes also on a Unix socket that only this user can use, without the check of Host. Replaces the file of
  /// a process that has ended; the destructor removes it. Precondition: as listen_on_socket(); one call. Errors:
  /// "socket_in_use", "socket_failed", "listen_failed".
  Status add_socket(const std::string& path);
  /// Stops listening, requests a stop of the handlers that wait, waits for all and closes all connections.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// The address it listens on, with the real port; an empty host if there is none.
  [[nodiscard]] const HttpAddress& address() const;

 private:
  struct State;
  explicit HttpServer(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace turnstream::app
