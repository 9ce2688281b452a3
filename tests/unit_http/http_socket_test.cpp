// The server on a Unix socket.
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

#include "app/http/http_call.h"
#include "tests/unit_http/raw_client.h"

namespace turnstream::app {
namespace {

constexpr std::chrono::milliseconds kSocketWait{60'000};

class Folder {
 public:
  Folder() { REQUIRE(::mkdtemp(path_.data()) != nullptr); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_ = "/tmp/http-socket-XXXXXX";
};

HttpRoutes socket_routes() {
  return {{"GET", "/x", [](const HttpRequest&) { return HttpAnswer{.body = "y"}; }},
          {.method = "GET",
           .path = "/wait",
           .handler = [](const HttpRequest&) { return HttpAnswer{.body = "waited"}; },
           .wait_max = kSocketWait}};
}

std::unique_ptr<HttpServer> serving_at(const std::string& address, const std::string& path) {
  auto server = HttpServer::start(address, socket_routes());
  REQUIRE(server.ok());
  const Status added = (*server)->add_socket(path);
  REQUIRE_MESSAGE(added.ok(), (added.ok() ? "" : added.error().message));
  return std::move(server).value();
}

std::string body_at(const HttpPlace& place, const std::string& path = "/x") {
  const Result<HttpReply> reply = http_call(place, {.path = path, .timeout = kSocketWait});
  return reply.ok() ? reply->body : reply.error().message;
}

TEST_CASE("a server answers on its socket and at its address and removes the file") {
  const Folder folder;
  const std::string path = folder.file("http.sock");
  {
    const auto server = serving_at("127.0.0.1:0", path);
    struct stat found {};
    REQUIRE(::stat(path.c_str(), &found) == 0);
    CHECK(S_ISSOCK(found.st_mode));
    CHECK((found.st_mode & 0777U) == 0600U);
    CHECK(body_at(HttpSocket{path}) == "y");
    CHECK(body_at(HttpSocket{path}, "/wait") == "waited");
    CHECK(body_at(server->address()) == "y");
    CHECK(body_at(server->address(), "/wait") == "waited");
  }
  CHECK(!std::filesystem::exists(path));
  CHECK(body_at(HttpSocket{path}) == "no connection");
}

TEST_CASE("a server needs no address") {
  const Folder folder;
  const auto server = serving_at("", folder.file("s"));
  CHECK(server->address().host.empty());
  CHECK(body_at(HttpSocket{folder.file("s")}) == "y");
}

TEST_CASE("on a socket the host is not checked and the end of a request is") {
  const Folder folder;
  const auto server = serving_at("", folder.file("s"));
  const auto status = [&](const std::string& headers) {
    RawClient client(folder.file("s"));
    client.send("GET /x HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n");
    return status_of(client.receive());
  };
  CHECK(status("Host: evil.example\r\nOrigin: http://other.example\r\n") == 200);
  CHECK(status("Host: a\r\nHost: b\r\n") == 400);
  CHECK(status("Host: a\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n") == 400);
}

TEST_CASE("the file of a killed process is replaced and that of a living one is not") {
  const Folder folder;
  const std::string path = folder.file("s");
  { const auto dead = std::move(listen_on_socket(path, "HTTP", 1)).value(); }
  REQUIRE(std::filesystem::exists(path));
  const auto server = serving_at("", path);
  CHECK(body_at(HttpSocket{path}) == "y");
  auto second = HttpServer::start("", socket_routes());
  REQUIRE(second.ok());
  const Status refused = (*second)->add_socket(path);
  REQUIRE(!refused.ok());
  CHECK(refused.error().code == "socket_in_use");
  second->reset();
  CHECK(body_at(HttpSocket{path}) == "y");
}

TEST_CASE("a file that is not a socket stays and is named") {
  const Folder folder;
  std::ofstream(folder.file("s")) << "text";
  const Status refused = serving(socket_routes())->add_socket(folder.file("s"));
  REQUIRE(!refused.ok());
  CHECK(refused.error().message.find(folder.file("s") + ": it is a file that is not a socket") != std::string::npos);
  CHECK(std::filesystem::exists(folder.file("s")));
}

TEST_CASE("a path that is longer than a socket address works and a longer file name is refused") {
  const Folder folder;
  const std::string deep = folder.file(std::string(150, 'd'));
  std::filesystem::create_directory(deep);
  const auto server = serving_at("", deep + "/http.sock");
  CHECK(body_at(HttpSocket{deep + "/http.sock"}) == "y");
  const Status refused = serving(socket_routes())->add_socket(deep + "/" + std::string(120, 's'));
  REQUIRE(!refused.ok());
  CHECK(refused.error().message.find("is too long for a socket address: use a shorter one") != std::string::npos);
}

}  // namespace
}  // namespace turnstream::app
