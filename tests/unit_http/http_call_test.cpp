#include "app/http/http_call.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/http/listen_socket.h"
#include "tests/unit_http/raw_client.h"

namespace turnstream::app {
namespace {

constexpr std::chrono::milliseconds kCallWait{60'000};

TEST_CASE("a reply of any status is a reply") {
  const auto server =
      serving({{"GET", "/x", [](const HttpRequest&) { return HttpAnswer{.status = 503, .body = "not now"}; }}});
  ::setenv("http_proxy", "http://127.0.0.1:1", 1);
  const Result<HttpReply> reply = http_call(server->address(), {.path = "/x", .timeout = kCallWait});
  ::unsetenv("http_proxy");
  REQUIRE(reply.ok());
  CHECK(reply->status == 503);
  CHECK(reply->body == "not now");
  CHECK(http_call(HttpAddress{"0.0.0.0", server->address().port}, {.path = "/nothing", .timeout = kCallWait})->status ==
        404);
}

TEST_CASE("a call sends its method and body with the content type") {
  const auto server = serving(
      {{"POST", "/echo",
        [](const HttpRequest& request) { return HttpAnswer{.content_type = "application/json", .body = request.body}; },
        std::size_t{4} << 20U},
       {"GET", "/i/{id}", [](const HttpRequest& request) { return HttpAnswer{.body = request.parameter}; }}});
  for (const std::size_t size : {std::size_t{0}, std::size_t{3}, std::size_t{3} << 20U}) {
    const HttpCall call{.method = "POST",
                        .path = "/echo",
                        .body = std::string(size, 'x'),
                        .content_type = "application/json",
                        .timeout = kCallWait};
    const Result<HttpReply> reply = http_call(server->address(), call);
    REQUIRE(reply.ok());
    CHECK(reply->status == 200);
    CHECK(reply->content_type == "application/json");
    CHECK(reply->body == call.body);
  }
  CHECK(http_call(server->address(), {.method = "POST", .path = "/echo", .timeout = kCallWait})->status == 415);
  CHECK(http_call(server->address(), {.method = "DELETE", .path = "/echo", .timeout = kCallWait})->status == 405);
  CHECK(http_call(server->address(), {.path = "/i/..", .timeout = kCallWait})->body == "..");
  const Result<HttpReply> head = http_call(server->address(), {.method = "HEAD", .path = "/i/a", .timeout = kCallWait});
  REQUIRE(head.ok());
  CHECK(head->status == 200);
  CHECK(head->body.empty());
}

TEST_CASE("an address without a server gives no connection") {
  const HttpAddress closed = serving({})->address();
  const Result<HttpReply> reply = http_call(closed, {.path = "/", .timeout = kCallWait});
  REQUIRE(!reply.ok());
  CHECK(reply.error().message == "no connection");
}

TEST_CASE("a reply that is longer than its limit is refused") {
  const auto server = serving({{"GET", "/x", [](const HttpRequest&) {
                                  return HttpAnswer{.body = std::string((std::size_t{8} << 20U) + 1, 'x')};
                                }}});
  const Result<HttpReply> reply = http_call(server->address(), {.path = "/x", .timeout = kCallWait});
  REQUIRE(!reply.ok());
  CHECK(reply.error().message == "an answer of more than 8 MiB");
}

TEST_CASE("a server that drips its answer is given up when the time is over") {
  const Result<ListenSocket> socket = listen_at({"127.0.0.1", 0});
  REQUIRE(socket.ok());
  std::jthread dripping([&socket](const std::stop_token& stop) {
    int client = -1;
    while (client < 0 && !stop.stop_requested()) {
      client = ::accept(socket->descriptor, nullptr, nullptr);
    }
    std::string text = "HTTP/1.1 200 OK\r\n\r\n";
    while (!stop.stop_requested() && ::send(client, text.data(), text.size(), MSG_NOSIGNAL) >= 0) {
      text = "x";
    }
    ::close(client);
  });
  const Result<HttpReply> reply = http_call(socket->address, {.path = "/", .timeout = std::chrono::milliseconds(300)});
  ::close(socket->descriptor);
  REQUIRE(!reply.ok());
}

}  // namespace
}  // namespace turnstream::app
