#include "app/http/http_get.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/http/listen_socket.h"
#include "tests/unit_http/raw_client.h"

namespace turnstream::app {
namespace {

constexpr std::chrono::milliseconds kWait{60'000};

TEST_CASE("a reply of any status is a reply") {
  const auto server =
      serving({{"GET", "/x", [](const HttpRequest&) { return HttpAnswer{.status = 503, .body = "not now"}; }}});
  ::setenv("http_proxy", "http://127.0.0.1:1", 1);
  const Result<HttpReply> reply = http_get(server->address(), "/x", kWait);
  ::unsetenv("http_proxy");
  REQUIRE(reply.ok());
  CHECK(reply->status == 503);
  CHECK(reply->body == "not now");
  CHECK(http_get({"0.0.0.0", server->address().port}, "/nothing", kWait)->status == 404);
}

TEST_CASE("an address without a server gives no connection") {
  const HttpAddress closed = serving({})->address();
  const Result<HttpReply> reply = http_get(closed, "/", kWait);
  REQUIRE(!reply.ok());
  CHECK(reply.error().message == "no connection");
}

TEST_CASE("a reply that is longer than its limit is refused") {
  const auto server = serving({{"GET", "/x", [](const HttpRequest&) {
                                  return HttpAnswer{.body = std::string((std::size_t{8} << 20U) + 1, 'x')};
                                }}});
  const Result<HttpReply> reply = http_get(server->address(), "/x", kWait);
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
  const Result<HttpReply> reply = http_get(socket->address, "/", std::chrono::milliseconds(300));
  ::close(socket->descriptor);
  REQUIRE(!reply.ok());
}

}  // namespace
}  // namespace turnstream::app
