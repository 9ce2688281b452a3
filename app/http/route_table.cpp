#include "app/http/route_table.h"

#include <atomic>
#include <cxxabi.h>
#include <memory>
#include <typeinfo>

#include "app/http/problem.h"
#include "pipeline/base/log_line.h"

namespace turnstream::app {
namespace {

/// The type alone: the text of an exception may quote what a client sent.
void log_failure(const std::string& path) {
  const std::type_info* type = abi::__cxa_current_exception_type();
  const std::unique_ptr<char, decltype(&std::free)> name(
      type == nullptr ? nullptr : abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr), &std::free);
  LogLine(LogLevel::kError, "http_handler_failed")
      .with("path", path)
      .with("exception", name ? std::string_view(name.get()) : "unknown");
}

/// Answers 500 for an exception. Logs the first failure, and again after a success the next one: a client that repeats
/// its request must not fill the log.
HttpHandler guarded(HttpHandler handler, const std::string& path) {
  auto failing = std::make_shared<std::atomic<bool>>(false);
  return [handler = std::move(handler), path, failing](const HttpRequest& request) {
    try {
      HttpAnswer answer = handler(request);
      failing->store(false);
      return answer;
    } catch (...) {
      if (!failing->exchange(true)) {
        log_failure(path);
      }
      return problem(500, "The server failed to answer. Its log has the cause: event http_handler_failed.");
    }
  };
}

}  // namespace

RouteTable::RouteTable(HttpRoutes routes) : routes_(std::move(routes)) {
  for (HttpRoute& route : routes_) {
    route.handler = guarded(std::move(route.handler), route.path);
  }
}

RouteMatch RouteTable::find(const std::string& method, const std::string& path) const {
  const std::string& wanted = method == "HEAD" ? "GET" : method;
  std::string allowed;
  for (const HttpRoute& route : routes_) {
    if (route.path == path) {
      if (route.method == wanted) {
        return {&route};
      }
      allowed += (allowed.empty() ? "" : ", ") + (route.method == "GET" ? "GET, HEAD" : route.method);
    }
  }
  if (allowed.empty()) {
    return {nullptr, problem(404, "There is nothing at this path. Paths are compared byte for byte.")};
  }
  RouteMatch match{nullptr, problem(405, "This path has another method: " + allowed + ".")};
  match.refusal.headers.push_back({"Allow", allowed});
  return match;
}

}  // namespace turnstream::app
