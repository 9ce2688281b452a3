#include "app/http/exchange.h"

#include <algorithm>
#include <utility>

#include "app/http/problem.h"
#include "app/http/url_text.h"

namespace turnstream::app {
namespace {

/// The body of a refused request up to this length is read and thrown away. A client that still sends when the
/// connection is closed may lose the answer.
constexpr std::uint64_t kDiscardedBytesMax = std::uint64_t{1} << 20U;

HttpAnswer too_long(const HttpRoute& route) {
  return problem(413, route.body_bytes_max == 0
                          ? "This path takes no request body."
                          : "The request body has more than " + std::to_string(route.body_bytes_max) + " bytes.");
}

std::optional<HttpAnswer> check_fields(const HttpQuery& query, const HttpRoute& route) {
  std::vector<std::string> left = route.query_fields.value_or(std::vector<std::string>());
  for (const QueryField& field : route.query_fields ? query : HttpQuery()) {
    const auto found = std::find(left.begin(), left.end(), field.name);
    if (found == left.end()) {
      return problem(400, "The query has the field \"" + field.name + "\" twice, or this path does not know it.");
    }
    left.erase(found);
  }
  return std::nullopt;
}

}  // namespace

Exchange::Exchange(const RouteTable& routes, const HostRule& hosts, const RequestHead& head, BodyBudget* budget,
                   AccessCheck* access)
    : budget_(budget), access_(access) {
  const std::uint64_t length = declared_length(head.headers).value_or(0);
  refusal_ = check_framing(head.headers, head.version);
  // If the framing is wrong, the end of the body is not certain.
  skips_body_ = refusal_.has_value() || length > kDiscardedBytesMax;
  const std::optional<RequestTarget> target = read_target(head.target);
  if (!refusal_ && (head.has_nul || !target)) {
    refusal_ = problem(400, head.has_nul ? "The request line contains a NUL byte."
                                         : "The request target must name a host and no user: http://HOST:PORT/PATH.");
  }
  if (!refusal_) {
    refusal_ = check_host(head.headers, hosts, target->authority);
  }
  if (!refusal_) {
    find_route(routes, head, target->path);
  }
  if (!refusal_) {
    check_access(hosts, head.headers);
  }
  if (!refusal_) {
    read_head(head, length);
  }
}

void Exchange::find_route(const RouteTable& routes, const RequestHead& head, const std::string& path) {
  RouteMatch match = routes.find(head.method, path);
  route_ = match.route;
  if (route_ == nullptr) {
    refusal_ = std::move(match.refusal);
    return;
  }
  request_.method = route_->method;
  request_.path = route_->path;
  request_.parameter = std::move(match.parameter);
}

void Exchange::check_access(const HostRule& hosts, const HttpHeaders& headers) {
  if (hosts.is_socket || (!route_->is_private && route_->scope == HttpScope::kFree)) {
    return;
  }
  if (access_ != nullptr) {
    AccessResult result = access_->admit(headers, *route_);
    token_ = std::move(result.token);
    refusal_ = std::move(result.refusal);
    skips_body_ = skips_body_ || result.closes;
  } else if (route_->is_private && !hosts.loopback) {
    refusal_ =
        problem(403,
                "This path shows memory. It is answered only on a loopback address and on the socket http.sock in the "
                "state directory.");
  }
}

void Exchange::read_head(const RequestHead& head, std::uint64_t length) {
  request_.last_event_id = value_of(head.headers, "Last-Event-ID").value_or("");
  refusal_ = decode_query(head.query, request_.query);
  if (!refusal_ && length > route_->body_bytes_max) {
    refusal_ = too_long(*route_);
  }
  if (!refusal_ && route_->method == "POST") {
    refusal_ = check_content(head.headers, route_->takes_lines ? &request_.has_lines : nullptr);
  }
  if (!refusal_) {
    refusal_ = check_fields(request_.query, *route_);
  }
}

const HttpAnswer* Exchange::answer_before_body() const {
  return refusal_ && skips_body_ ? &*refusal_ : nullptr;
}

void Exchange::add(std::string_view part) {
  if (refusal_) {
    return;
  }
  if (part.size() > route_->body_bytes_max - request_.body.size()) {
    refusal_ = too_long(*route_);
  } else if (budget_ != nullptr && !budget_->take(part.size())) {
    refusal_ = busy_problem("The server holds as many request bodies as it can. Try again.");
  }
  if (refusal_) {
    give_back();
    return;
  }
  request_.body += part;
}

void Exchange::give_back() {
  if (budget_ != nullptr) {
    budget_->give_back(request_.body.size());
  }
  request_.body = std::string();
}

std::chrono::milliseconds Exchange::wait_max() const {
  return refusal_ ? std::chrono::milliseconds(0) : route_->wait_max;
}

HttpAnswer Exchange::answer(const std::stop_token& stop) {
  if (refusal_) {
    return *refusal_;
  }
  request_.stop = stop;
  if (token_ != nullptr) {
    refusal_ = check_personas(*token_, *route_, request_);
  }
  if (refusal_) {
    return *refusal_;
  }
  HttpAnswer answer = route_->handler(request_);
  if (answer.stream != nullptr && token_ != nullptr) {
    answer.stream = access_->watch(token_, std::move(answer.stream));
    if (answer.stream == nullptr) {
      return busy_problem("The token has " + std::to_string(kTokenStreamsMax) +
                          " open streams, as many as one may have. Close one, or try again.");
    }
  }
  return answer;
}

}  // namespace turnstream::app
