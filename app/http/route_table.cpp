#include "app/http/route_table.h"

#include <algorithm>
#include <atomic>
#include <cxxabi.h>
#include <memory>
#include <optional>
#include <string_view>
#include <typeinfo>

#include "app/http/problem.h"
#include "app/http/url_text.h"
#include "pipeline/base/check.h"
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

bool has_parameter(const HttpRoute& route) {
  return route.path.find('{') != std::string::npos;
}

/// Whether {name} is one whole segment of the path.
bool is_pattern(std::string_view path) {
  const std::size_t open = path.find('{');
  const std::size_t close = path.find('}');
  return open > 0 && open < close && close < path.size() && path[open - 1] == '/' &&
         (close + 1 == path.size() || path[close + 1] == '/') && path.find('{', open + 1) == std::string::npos;
}

/// What `path` has in the place of {name}, still with its escapes; absent if the path is not one of the route.
std::optional<std::string_view> parameter_in(std::string_view path, const HttpRoute& route) {
  const std::string_view pattern = route.path;
  const std::string_view before = pattern.substr(0, pattern.find('{'));
  const std::string_view after = pattern.substr(pattern.find('}') + 1);
  if (path.size() <= before.size() + after.size() || !path.starts_with(before) || !path.ends_with(after)) {
    return std::nullopt;
  }
  const std::string_view found = path.substr(before.size(), path.size() - before.size() - after.size());
  return found.find('/') == std::string::npos ? std::optional(found) : std::nullopt;
}

/// The routes of the path: those with exactly this path, or if there are none, those whose {name} fits.
std::vector<const HttpRoute*> routes_of(const std::string& path, const HttpRoutes& routes) {
  std::vector<const HttpRoute*> exact;
  std::vector<const HttpRoute*> fitting;
  for (const HttpRoute& route : routes) {
    if (!has_parameter(route) && route.path == path) {
      exact.push_back(&route);
    } else if (has_parameter(route) && parameter_in(path, route)) {
      fitting.push_back(&route);
    }
  }
  return exact.empty() ? fitting : exact;
}

RouteMatch match_of(const HttpRoute& route, const std::string& path) {
  RouteMatch match;
  if (has_parameter(route)) {
    std::optional<HttpAnswer> refusal = decode_segment(*parameter_in(path, route), match.parameter);
    if (refusal) {
      match.refusal = *std::move(refusal);
      return match;
    }
  }
  match.route = &route;
  return match;
}

}  // namespace

RouteTable::RouteTable(HttpRoutes routes) : routes_(std::move(routes)) {
  for (HttpRoute& route : routes_) {
    TS_CHECK(!has_parameter(route) || is_pattern(route.path));
    route.handler = guarded(std::move(route.handler), route.path);
  }
}

bool RouteTable::waits() const {
  return !waiting_paths().empty();
}

std::set<std::string> RouteTable::waiting_paths() const {
  std::set<std::string> paths;
  for (const HttpRoute& route : routes_) {
    if (route.wait_max.count() > 0) {
      paths.insert(route.path);
    }
  }
  return paths;
}

RouteMatch RouteTable::find(const std::string& method, const std::string& path) const {
  const std::string& wanted = method == "HEAD" ? "GET" : method;
  std::string allowed;
  for (const HttpRoute* route : routes_of(path, routes_)) {
    if (route->method == wanted) {
      return match_of(*route, path);
    }
    allowed += (allowed.empty() ? "" : ", ") + (route->method == "GET" ? "GET, HEAD" : route->method);
  }
  RouteMatch match;
  if (allowed.empty()) {
    match.refusal = problem(404, "There is nothing at this path. Paths are compared byte for byte.");
    return match;
  }
  match.refusal = problem(405, "This path has another method: " + allowed + ".");
  match.refusal.headers.push_back({"Allow", allowed});
  return match;
}

}  // namespace turnstream::app
