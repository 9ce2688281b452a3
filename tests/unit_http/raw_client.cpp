#include "tests/unit_http/raw_client.h"

#include <doctest/doctest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

namespace turnstream::app {
namespace {

constexpr int kWaitMs = 60'000;

bool ready(int socket, short events, int wait_ms) {
  pollfd one{socket, events, 0};
  return ::poll(&one, 1, wait_ms) == 1;
}

}  // namespace

RawClient::RawClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int connected = ::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&to), sizeof(to));
  REQUIRE(connected == 0);
}

RawClient::RawClient(const std::string& socket_path) {
  Result<FileDescriptor> connected = connect_to_socket(socket_path, "HTTP");
  REQUIRE(connected.ok());
  socket_ = std::move(connected).value();
}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    REQUIRE(ready(socket_.get(), POLLOUT, kWaitMs));
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) {
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string RawClient::receive(std::string_view end) {
  std::string text;
  char part[4096];
  while (end.empty() || !text.ends_with(end)) {
    REQUIRE(ready(socket_.get(), POLLIN, kWaitMs));
    const ssize_t read = ::recv(socket_.get(), part, sizeof(part), 0);
    if (read <= 0) {
      break;
    }
    text.append(part, static_cast<std::size_t>(read));
  }
  return text;
}

bool RawClient::is_closed() {
  char part = 0;
  return ready(socket_.get(), POLLIN, 0) && ::recv(socket_.get(), &part, 1, 0) <= 0;
}

std::unique_ptr<HttpServer> serving(HttpRoutes routes, const HttpConfig& config) {
  auto server = HttpServer::start("127.0.0.1:0", std::move(routes), config);
  REQUIRE(server.ok());
  return std::move(server).value();
}

int status_of(const std::string& answer) {
  return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
}

std::string answer_to(const HttpServer& server, std::string_view bytes) {
  RawClient client(server.address().port);
  client.send(bytes);
  return client.receive();
}

std::string get(const HttpServer& server, const std::string& path, const std::string& headers) {
  return answer_to(server, "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" + headers + "\r\n");
}

}  // namespace turnstream::app
