#include "pipeline/log/embedded/socket/socket_server.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pipeline/log/embedded/errors.h"
#include "pipeline/log/embedded/socket/socket_session.h"

namespace turnstream::log::embedded {

namespace {

// The interval at which the server tries again a request for which SocketSession had no answer yet.
constexpr int kParkedPollMs = 5;
// The connections that may wait to be accepted.
constexpr int kWaitingMax = 16;

}  // namespace

struct SocketServer::Connection {
  FileDescriptor socket;
  SocketSession session;
  std::string in;
  std::string out;
  std::size_t sent = 0;
  std::optional<MonotonicTime> parked_until;

  Connection(FileDescriptor the_socket, Client& client) : socket(std::move(the_socket)), session(client) {}

  [[nodiscard]] short interest() const {
    if (!out.empty()) {
      return POLLOUT;
    }
    return parked_until ? short{0} : short{POLLIN};
  }
};

SocketServer::SocketServer(Cluster& cluster, std::string path, FileDescriptor listener, FileDescriptor waker)
    : path_(std::move(path)),
      client_(make_client(cluster)),
      listener_(std::move(listener)),
      waker_(std::move(waker)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

Result<std::unique_ptr<SocketServer>> SocketServer::start(Cluster& cluster, const std::string& path) {
  TS_ASSIGN_OR_RETURN(FileDescriptor listener, listen_on_socket(path, "the embedded log", kWaitingMax));
  FileDescriptor waker(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!waker) {
    return make_error(
        error_codes::kSocketFailed, Reaction::kStopProcess,
        std::string("Cannot create an event for the embedded log's socket: ") + std::strerror(errno) + ".");
  }
  return std::unique_ptr<SocketServer>(new SocketServer(cluster, path, std::move(listener), std::move(waker)));
}

SocketServer::~SocketServer() {
  thread_.request_stop();
  const std::uint64_t one = 1;
  // The result is ignored: an eventfd at its maximum also wakes the thread.
  [[maybe_unused]] const auto written = ::write(waker_.get(), &one, sizeof(one));
  thread_.join();
  ::unlink(path_.c_str());
}

void SocketServer::run(const std::stop_token& stop) noexcept {
  std::vector<pollfd> ready;
  while (!stop.stop_requested()) {
    ready.clear();
    ready.push_back(pollfd{waker_.get(), POLLIN, 0});
    ready.push_back(pollfd{listener_.get(), POLLIN, 0});
    bool parked = false;
    for (const auto& connection : connections_) {
      ready.push_back(pollfd{connection->socket.get(), connection->interest(), 0});
      parked = parked || connection->parked_until;
    }
    if (::poll(ready.data(), ready.size(), parked ? kParkedPollMs : -1) < 0 && errno != EINTR) {
      return;
    }
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      if (!serve(*connections_[i], ready[i + 2].revents)) {
        connections_[i].reset();
      }
    }
    std::erase(connections_, nullptr);
    if (ready[1].revents != 0) {
      accept_all();
    }
  }
}

void SocketServer::accept_all() {
  while (true) {
    FileDescriptor socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket) {
      return;
    }
    if (connections_.size() < kConnectionsMax) {
      connections_.push_back(std::make_unique<Connection>(std::move(socket), *client_));
    }
  }
}

bool SocketServer::serve(Connection& connection, short ready) {
  if ((ready & (POLLERR | POLLHUP | POLLNVAL)) != 0 && (ready & POLLIN) == 0) {
    return false;
  }
  if ((ready & POLLIN) != 0 && !receive(connection)) {
    return false;
  }
  return answer(connection) && send(connection);
}

bool SocketServer::receive(Connection& connection) {
  char bytes[64 << 10];
  // A SocketConnection sends its next request only after the reply, so space for one request of maximum size is enough.
  while (connection.in.size() < kFrameHead + kFrameBytesMax) {
    const ssize_t got = ::recv(connection.socket.get(), bytes, sizeof(bytes), 0);
    if (got <= 0) {
      return got < 0 && (errno == EAGAIN || errno == EINTR);
    }
    connection.in.append(bytes, static_cast<std::size_t>(got));
  }
  return true;
}

bool SocketServer::answer(Connection& connection) {
  if (!connection.out.empty() || connection.in.size() < kFrameHead) {
    return true;
  }
  const std::size_t length = frame_length(connection.in);
  if (length > kFrameBytesMax) {
    return false;
  }
  if (connection.in.size() < kFrameHead + length) {
    return true;
  }
  const std::string_view request = std::string_view(connection.in).substr(kFrameHead, length);
  const MonotonicTime now = machine_.monotonic_now();
  if (!connection.parked_until) {
    const auto wait = std::chrono::microseconds(SocketSession::wait_of(request)).count();
    connection.parked_until = MonotonicTime{now.value() + wait};
  }
  auto reply = connection.session.answer(request, *connection.parked_until <= now);
  if (!reply) {
    return true;
  }
  connection.parked_until.reset();
  connection.in.erase(0, kFrameHead + length);
  connection.out = *std::move(reply);
  finish_frame(connection.out);
  return true;
}

bool SocketServer::send(Connection& connection) {
  while (connection.sent < connection.out.size()) {
    const ssize_t put = ::send(connection.socket.get(), connection.out.data() + connection.sent,
                               connection.out.size() - connection.sent, MSG_NOSIGNAL);
    if (put < 0) {
      return errno == EAGAIN || errno == EINTR;
    }
    connection.sent += static_cast<std::size_t>(put);
  }
  connection.out.clear();
  connection.sent = 0;
  return true;
}

}  // namespace turnstream::log::embedded
