#pragma once
// HttpServer: answers GET requests by calling functions on its own thread pool. Threads: start and destroy on one;
// handlers run on the server's threads, several at a time.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "app/http/http_address.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

struct HttpAnswer {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
};

using HttpHandlers = std::map<std::string, std::function<HttpAnswer()>>;  ///< by path, such as "/metrics"

class HttpServer {
 public:
  /// `address` is HOST:PORT; port 0 = any free one. Errors: code "listen_failed", also for an address of another form.
  static Result<std::unique_ptr<HttpServer>> start(const std::string& address, HttpHandlers handlers);
  /// Stops listening and waits for running requests.
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
