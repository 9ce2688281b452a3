#include "tests/bench/recall/http_connection.h"

#include <cstdint>
#include <cstdlib>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace turnstream::bench {
namespace {

constexpr std::string_view kHeadEnd = "\r\n\r\n";
constexpr std::string_view kLength = "Content-Length: ";

Error unreachable(const std::string& what) {
  return make_error(error_codes::kUnreachable, Reaction::kStopProcess, "The server " + what + ".");
}

}  // namespace

Result<HttpConnection> HttpConnection::open(int port) {
  FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)) != 0) {
    return unreachable("does not listen on port " + std::to_string(port));
  }
  const int on = 1;
  ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return HttpConnection(std::move(socket));
}

Result<std::string> HttpConnection::post(std::string_view path, std::string_view body) {
  std::string request =
      "POST " + std::string(path) + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
  request.append(kLength).append(std::to_string(body.size())).append(kHeadEnd).append(body);
  TS_RETURN_IF_ERROR(send(request));
  received_.clear();
  std::size_t head = std::string::npos;
  while ((head = received_.find(kHeadEnd)) == std::string::npos) {
    TS_RETURN_IF_ERROR(receive());
  }
  const std::size_t length = received_.find(kLength);
  if (length == std::string::npos || length > head) {
    return unreachable("does not tell the length of its answer");
  }
  const std::size_t begin = head + kHeadEnd.size();
  const std::size_t size = std::strtoull(received_.c_str() + length + kLength.size(), nullptr, 10);
  while (received_.size() < begin + size) {
    TS_RETURN_IF_ERROR(receive());
  }
  std::string answer = received_.substr(begin, size);
  if (!received_.starts_with("HTTP/1.1 200 ")) {
    return make_error(error_codes::kBadQuery, Reaction::kStopProcess, std::move(answer));
  }
  return answer;
}

Status HttpConnection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) {
      return unreachable("has closed the connection");
    }
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return {};
}

Status HttpConnection::receive() {
  char part[16'384];
  const ssize_t read = ::recv(socket_.get(), part, sizeof(part), 0);
  if (read <= 0) {
    return unreachable("has closed the connection");
  }
  received_.append(part, static_cast<std::size_t>(read));
  return {};
}

}  // namespace turnstream::bench
