#pragma once
// HttpServer: serves routes over HTTP/1.1 on its own few threads, also while a thousand other clients hold on to their
// connections. Limits: see HttpConfig; headers have 32 KiB together, and at most 256 connections come from one address
// unless the server listens on a loopback address. Threads: start and destroy on one; handlers run on the server's
// threads, several at a time.

#include <memory>
#include <string>

#include "app/http/connection_deadlines.h"
#include "app/http/http_address.h"
#include "app/http/http_route.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

struct HttpConfig {
  HttpDeadlines deadlines;
  /// At most half of the files that the process may open, so that log and store keep theirs.
  unsigned connections_max = 4'096;
  Metrics* metrics = nullptr;  ///< may be null; must outlive the server
};

class HttpServer {
 public:
  /// `address` is HOST:PORT; port 0 = any free one. Raises the process's soft limit of open files if that is too low.
  /// Errors: code "listen_failed", also for an address of another form.
  static Result<std::unique_ptr<HttpServer>> start(const std::string& address, HttpRoutes routes,
                                                   const HttpConfig& config = {});
  /// Stops listening, waits for running handlers and closes all connections.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// The address it listens on, with the real port.
  [[nodiscard]] const HttpAddress& address() const;

 private:
  struct State;
  explicit HttpServer(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace turnstream::app
