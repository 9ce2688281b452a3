#pragma once
// Exchange: one request from its headers to its answer. The order is: the constructor, then add() for each part of the
// body, then answer(). It keeps at most the body's limit of its route in memory. Threads: one at a time. Lifetime:
// borrows the table.

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "app/http/request_check.h"
#include "app/http/route_table.h"

namespace turnstream::app {

struct RequestHead {
  std::string method;
  std::string target;  ///< without the query
  std::string query;   ///< without its ?
  std::string version;
  HttpHeaders headers;
  bool has_nul = false;  ///< the request line contains a NUL byte, at which `method` or `target` ends
};

class Exchange {
 public:
  Exchange(const RouteTable& routes, const HostRule& hosts, const RequestHead& head);

  /// The answer, if it must be sent without reading the body. The connection must then be closed.
  [[nodiscard]] const HttpAnswer* answer_before_body() const;
  void add(std::string_view part);
  /// How long answer() may take, as the route says; 0: it does not wait.
  [[nodiscard]] std::chrono::milliseconds wait_max() const;
  /// Calls the handler, unless the request is refused. `stop`: see HttpRequest.
  [[nodiscard]] HttpAnswer answer(const std::stop_token& stop);

 private:
  void find_route(const RouteTable& routes, const RequestHead& head, const std::string& path, std::uint64_t length);

  const HttpRoute* route_ = nullptr;
  HttpRequest request_;
  std::optional<HttpAnswer> refusal_;
  bool skips_body_ = false;
};

}  // namespace turnstream::app
