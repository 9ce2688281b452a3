#pragma once
// HttpRoute: a method and a path of the server, and the function that answers them. Threads: plain values; the server
// calls a handler on several threads at the same time.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace turnstream::app {

struct HttpHeader {
  std::string name;
  std::string value;
};
using HttpHeaders = std::vector<HttpHeader>;

struct HttpRequest {
  std::string method;  ///< GET also for a HEAD request: the server leaves the body out of the answer
  std::string path;    ///< as the client sent it, without the query; %-escapes are not decoded
  std::string body;
};

struct HttpAnswer {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
  HttpHeaders headers = {};  ///< in addition to Content-Type and those that the library writes
};

/// Must return quickly and not wait for the log: a few threads serve all connections. After an exception the server
/// answers 500.
using HttpHandler = std::function<HttpAnswer(const HttpRequest&)>;

struct HttpRoute {
  std::string method;
  std::string path;
  HttpHandler handler;
  std::size_t body_bytes_max = 0;  ///< a longer body is refused with 413
};
using HttpRoutes = std::vector<HttpRoute>;

}  // namespace turnstream::app
