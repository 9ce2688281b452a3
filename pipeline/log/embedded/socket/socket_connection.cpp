#include "pipeline/log/embedded/socket/socket_connection.h"

#include <cerrno>
#include <sys/socket.h>
#include <sys/time.h>

#include "pipeline/log/embedded/errors.h"

namespace turnstream::log::embedded {

namespace {

// How long each send or receive of a call may block, in addition to the `wait` of that call.
constexpr milliseconds kAnswerTime{10'000};

Error lost(const std::string& path) {
  if (errno == EAGAIN) {
    return timed_out("The process that serves the embedded log at " + path + " does not answer.");
  }
  return make_error(error_codes::kUnreachable, Reaction::kRetry,
                    "The process that serves the embedded log at " + path + " has closed the connection.");
}

void bound_waits(int socket, milliseconds wait) {
  const auto total = wait + kAnswerTime;
  timeval bound{};
  bound.tv_sec = static_cast<time_t>(total.count() / 1000);
  bound.tv_usec = static_cast<suseconds_t>(total.count() % 1000 * 1000);
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &bound, sizeof(bound));
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &bound, sizeof(bound));
}

}  // namespace

Status SocketConnection::open() {
  if (!socket_) {
    TS_ASSIGN_OR_RETURN(socket_, connect_to_socket(path_, "the embedded log"));
  }
  return {};
}

Status SocketConnection::receive(char* into, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t got = ::recv(socket_.get(), into + done, bytes - done, 0);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      errno = got == 0 ? ECONNRESET : errno;
      return lost(path_);
    }
    done += static_cast<std::size_t>(got);
  }
  return {};
}

Status SocketConnection::exchange(const std::string& request, std::string& reply) {
  std::size_t sent = 0;
  while (sent < request.size()) {
    const ssize_t put = ::send(socket_.get(), request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) {
      continue;
    }
    if (put < 0) {
      return lost(path_);
    }
    sent += static_cast<std::size_t>(put);
  }
  char head[kFrameHead];
  TS_RETURN_IF_ERROR(receive(head, sizeof(head)));
  const std::size_t length = frame_length(std::string_view(head, sizeof(head)));
  if (length > kFrameBytesMax) {
    return make_error(error_codes::kTooLarge, Reaction::kStopProcess,
                      "The answer of the embedded log at " + path_ +
                          " is too large for its socket: stop the process that serves it, or use the same version of "
                          "turnstream for both.");
  }
  reply.resize(length);
  return receive(reply.data(), length);
}

Result<SocketReply> SocketConnection::call(std::string request, milliseconds wait) {
  if (request.size() - kFrameHead > kFrameBytesMax) {
    return make_error(error_codes::kTooLarge, Reaction::kDeadLetter,
                      "A request of " + std::to_string(request.size()) +
                          " bytes was not sent: the embedded log's socket accepts at most " +
                          std::to_string(kFrameBytesMax) + " bytes.");
  }
  TS_RETURN_IF_ERROR(open());
  finish_frame(request);
  bound_waits(socket_.get(), wait);
  auto frame = std::make_shared<std::string>();
  if (Status exchanged = exchange(request, *frame); !exchanged.ok()) {
    socket_ = FileDescriptor();  // so that a late answer is not mistaken for the answer to the next request
    return std::move(exchanged).error();
  }
  TS_ASSIGN_OR_RETURN(const std::string_view answer, open_reply(*frame));
  return SocketReply{std::move(frame), answer};
}

}  // namespace turnstream::log::embedded
