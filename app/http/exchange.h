#pragma once
// Exchange: one request from its headers to its answer. The order is: the constructor, then add() for each part of the
// body, then answer(). It keeps at most the body's limit of its route in memory, within the budget of all bodies. Threads: one
// at a time. Lifetime: borrows the table, the budget and the check.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "app/http/access/access_check.h"
#include "app/http/body_budget.h"
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
  /// `budget`: of all bodies together; null: none. `access`: null if the server has no tokens file.
  Exchange(const RouteTable& routes, const HostRule& hosts, const RequestHead& head, BodyBudget* budget = nullptr,
           AccessCheck* access = nullptr);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange() { give_back(); }

  /// The answer, if it must be sent without reading the body. The connection must then be closed.
  [[nodiscard]] const HttpAnswer* answer_before_body() const;
  void add(std::string_view part);
  /// How long answer() may take, as the route says; 0: it does not wait.
  [[nodiscard]] std::chrono::milliseconds wait_max() const;
  /// The path of the route, with its {name}; empty if the request has none.
  [[nodiscard]] std::string_view path() const { return request_.path; }
  /// HttpRoute::waits_for_log.
  [[nodiscard]] bool waits_for_log() const { return route_ != nullptr && route_->waits_for_log; }
  /// Calls the handler, unless the request is refused, also because the token does not cover a persona. `stop`: see
  /// HttpRequest. A stream of a token is watched (AccessCheck::watch).
  [[nodiscard]] HttpAnswer answer(const std::stop_token& stop);

 private:
  void find_route(const RouteTable& routes, const RequestHead& head, const std::string& path);
  void check_access(const HostRule& hosts, const HttpHeaders& headers);
  /// Reads query, length and content type.
  void read_head(const RequestHead& head, std::uint64_t length);

  /// The body leaves, and its bytes are free.
  void give_back();

  BodyBudget* const budget_;
  AccessCheck* const access_;
  const HttpRoute* route_ = nullptr;
  std::shared_ptr<const TokenEntry> token_;  ///< null if the request needs none
  HttpRequest request_;
  std::optional<HttpAnswer> refusal_;
  bool skips_body_ = false;
};

}  // namespace turnstream::app
