#include "app/http/http_server.h"

#include <doctest/doctest.h>
#include <fstream>

#include "tests/unit_http/raw_client.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kEchoBodyMax = 10;

HttpRoutes echo_routes() {
  return {{"GET", "/x", [](const HttpRequest& request) { return HttpAnswer{.body = request.method + request.path}; }},
          {"POST", "/echo", [](const HttpRequest& request) { return HttpAnswer{.body = "<" + request.body + ">"}; },
           kEchoBodyMax}};
}

std::string post(const std::string& headers, const std::string& body) {
  return "POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n" + headers +
         "\r\n\r\n" + body;
}

/// The most memory that the process has used, in MiB.
std::int64_t peak_mib() {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;) {
    if (word == "VmHWM:") {
      std::int64_t kib = 0;
      file >> kib;
      return kib >> 10U;
    }
  }
  return 0;
}

/// Sends the head and then `size` zero bytes, in chunks if `chunked`; the answer, empty if there was none.
std::string send_much(const HttpServer& server, const std::string& head, std::size_t size, bool chunked) {
  RawClient client(server.address().port);
  constexpr std::size_t kPart = 0x10000;
  const std::string zeros(kPart, '\0');
  const std::string part = chunked ? "10000\r\n" + zeros + "\r\n" : zeros;
  bool open = client.send(head);
  for (std::size_t sent = 0; open && sent < size; sent += kPart) {
    open = client.send(part);
  }
  if (open && chunked) {
    client.send("0\r\n\r\n");
  }
  return client.receive();
}

TEST_CASE("a server answers and gives its port back") {
  auto server = serving(echo_routes());
  CHECK(get(*server, "/x").ends_with("\r\n\r\nGET/x"));
  CHECK(get(*server, "/x?a=%2F&b").ends_with("\r\n\r\nGET/x"));
  const std::string address = "127.0.0.1:" + std::to_string(server->address().port);
  const auto second = HttpServer::start(address, {});
  REQUIRE(!second.ok());
  CHECK(second.error().message.find("the port is in use") != std::string::npos);
  server.reset();
  CHECK(HttpServer::start(address, {}).ok());
  for (const char* wrong : {"nonsense", "203.0.113.9:0", "nothing.invalid:0"}) {
    INFO(wrong);
    const auto failed = HttpServer::start(wrong, {});
    REQUIRE(!failed.ok());
    CHECK(failed.error().code == "listen_failed");
  }
}

TEST_CASE("HEAD is GET without a body") {
  const auto server = serving(echo_routes());
  const std::string answer = answer_to(*server, "HEAD /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  CHECK(status_of(answer) == 200);
  CHECK(answer.find("Content-Length: 5\r\n") != std::string::npos);
  CHECK(answer.ends_with("\r\n\r\n"));
}

TEST_CASE("a refusal is a problem in one sentence") {
  const auto server = serving(echo_routes());
  const std::string answer = get(*server, "/nothing");
  CHECK(status_of(answer) == 404);
  CHECK(answer.find("Content-Type: application/problem+json\r\n") != std::string::npos);
  CHECK(answer.find(R"({"title":"Not Found","status":404,"detail":"There is nothing)") != std::string::npos);
  const std::string method = answer_to(*server, "DELETE /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  CHECK(status_of(method) == 405);
  CHECK(method.find("Allow: GET, HEAD\r\n") != std::string::npos);
  CHECK(status_of(get(*server, "/%78")) == 404);
  CHECK(status_of(get(*server, "/x%00")) == 404);
}

TEST_CASE("a query of many fields is answered") {
  const auto server = serving(echo_routes());
  std::string query = "kinds=fact";
  for (int i = 1; i < 2'000; ++i) {
    query += "&kinds=fact";
  }
  CHECK(status_of(get(*server, "/x?" + query)) == 200);
}

TEST_CASE("a page of another site is refused") {
  const auto server = serving(echo_routes());
  CHECK(status_of(answer_to(*server, "GET /x HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")) == 403);
  CHECK(status_of(get(*server, "/x", "Origin: http://evil.example\r\n")) == 403);
  CHECK(status_of(get(*server, "/x", "Origin: http://127.0.0.1\r\n")) == 200);
}

TEST_CASE("a body has at most the bytes of its route") {
  const auto server = serving(echo_routes());
  CHECK(answer_to(*server, post("Content-Length: 10", "0123456789")).ends_with("<0123456789>"));
  CHECK(answer_to(*server, post("Transfer-Encoding: chunked", "5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n"))
            .ends_with("<0123456789>"));
  CHECK(status_of(answer_to(*server, post("Content-Length: 11", "0123456789a"))) == 413);
  CHECK(status_of(answer_to(*server, post("Transfer-Encoding: chunked", "5\r\n01234\r\n6\r\n56789a\r\n0\r\n\r\n"))) ==
        413);
  CHECK(status_of(answer_to(
            *server, "GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 1\r\n\r\na")) == 413);
}

TEST_CASE("a body of 200 MB needs no memory") {
  const auto server = serving(echo_routes());
  constexpr std::size_t kSize = 200'000'000;
  const std::int64_t before = peak_mib();
  // The server closes the connection before it has the body, so that the answer may be lost.
  const int declared =
      status_of(send_much(*server, post("Content-Length: " + std::to_string(kSize), ""), kSize, false));
  CHECK((declared == 413 || declared == 0));
  CHECK(status_of(send_much(*server, post("Transfer-Encoding: chunked", ""), kSize, true)) == 413);
  CHECK(peak_mib() - before < 128);
  CHECK(status_of(get(*server, "/x")) == 200);
}

TEST_CASE("damaged requests are refused and the next one is answered") {
  const auto server = serving(echo_routes());
  const std::string host = "Host: localhost\r\n";
  for (const std::string& bytes :
       {"GET /x HTTP/1.1\r\n" + host + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET /x HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip\r\n\r\n",
        "GET /x HTTP/1.1\r\n" + host + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET /x HTTP/1.1\r\n" + host + "Host: other\r\n\r\n", std::string("GET /x HTTP/1.1\r\n\r\n"),
        "GET /x HTTP/1.1\r\n" + host + "Content-Length: +5\r\n\r\n",
        "GET /x HTTP/1.1\r\n" + host + "Content-Length: -5\r\n\r\n",
        "POST /echo HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n\r\n"}) {
    INFO(bytes);
    CHECK(status_of(answer_to(*server, bytes)) == 400);
  }
  const std::string giant = answer_to(*server, "GET /x HTTP/1.1\r\n" + host + "X: " + std::string(100'000, 'a'));
  CHECK((status_of(giant) == 431 || status_of(giant) == 413 || giant.empty()));
  CHECK(status_of(get(*server, "/x")) == 200);
}

TEST_CASE("a NUL byte in the request line is refused") {
  const auto server = serving(echo_routes());
  using namespace std::string_literals;
  for (const std::string& line :
       {"GET /x\0 HTTP/1.1"s, "GET /x\0y HTTP/1.1"s, "GET /\0x HTTP/1.1"s, "GET /x?a=\0&b HTTP/1.1"s,
        "GET /x?\0 HTTP/1.1"s, "GET\0 /x HTTP/1.1"s, "GET http://localhost/x\0 HTTP/1.1"s}) {
    CAPTURE(line.find('\0'));
    const std::string answer = answer_to(*server, line + "\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    CHECK(status_of(answer) == 400);
    CHECK(answer.find(R"("detail":"The request line contains a NUL byte.")") != std::string::npos);
  }
  CHECK(status_of(get(*server, "/x?a=1&b=%01+c&&=")) == 200);
  CHECK(status_of(answer_to(*server, "GET  /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")) == 200);
}

TEST_CASE("a target in absolute form is answered like its path") {
  const auto server = serving(echo_routes());
  const auto ask = [&](const std::string& target, const std::string& host) {
    return answer_to(*server, "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
  };
  for (const std::string& host : {"127.0.0.1:" + std::to_string(server->address().port), std::string("localhost")}) {
    for (const std::string& begin : {"http://" + host, "HTTP://" + host}) {
      CHECK(ask(begin + "/x", host).ends_with("\r\n\r\nGET/x"));
      CHECK(ask(begin + "/x?a=http://b/", host).ends_with("\r\n\r\nGET/x"));
      CHECK(status_of(ask(begin + "/nothing", host)) == 404);
      CHECK(status_of(ask(begin, host)) == 404);
      CHECK(status_of(ask(begin + "/x", "127.0.0.2")) == 400);
      CHECK(status_of(ask(begin + "/x", "evil.example")) == 403);
    }
  }
  CHECK(status_of(ask("http://evil.example/x", "localhost")) == 403);
  for (const std::string target : {"http:///x", "http://ann@localhost/x"}) {
    CAPTURE(target);
    CHECK(status_of(get(*server, target)) == 400);
  }
}

TEST_CASE("garbage after a request does not change its answer") {
  const auto server = serving(echo_routes());
  const std::string one = "GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string answer = answer_to(*server, one + one + "\xff\x01 garbage\r\n\r\n" + one);
  std::size_t found = 0;
  for (std::size_t at = answer.find("GET/x"); at != std::string::npos; at = answer.find("GET/x", at + 1)) {
    ++found;
  }
  CHECK(found == 2);
}

TEST_CASE("a server stops while clients hold on to their connections") {
  auto server = serving(echo_routes());
  RawClient idle(server->address().port);
  RawClient half(server->address().port);
  half.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n01234");
  RawClient done(server->address().port);
  done.send("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(done.receive("GET/x").ends_with("GET/x"));
  server.reset();
  CHECK(idle.receive().empty());
  CHECK(half.receive().empty());
}

}  // namespace
}  // namespace turnstream::app
