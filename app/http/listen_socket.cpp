#include "app/http/listen_socket.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/errors.h"

namespace turnstream::app {
namespace {

constexpr int kBacklog = 1'024;

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Error failed(const HttpAddress& wanted, const std::string& why) {
  return error_of(error_codes::kListenFailed, "cannot listen on " + format_address(wanted) + ": " + why +
                                                  ". Choose another address with --listen, or --listen '' for none.");
}

std::string words_for(int error) {
  switch (error) {
    case EADDRINUSE:
      return "the port is in use, perhaps by another run";
    case EADDRNOTAVAIL:
      return "the host is not an address of this machine";
    case EACCES:
      return "the process may not use this port";
    default:
      return std::strerror(error);
  }
}

/// A socket that listens there, or -1 with errno set.
int open_at(const addrinfo& address) {
  const int yes = 1;
  const int no = 0;
  const int opened = ::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (opened < 0) {
    return -1;
  }
  ::setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  if (address.ai_family == AF_INET6) {
    ::setsockopt(opened, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no));  // [::] is every address, as 0.0.0.0 is
  }
  if (::bind(opened, address.ai_addr, address.ai_addrlen) == 0 && ::listen(opened, kBacklog) == 0) {
    return opened;
  }
  const int error = errno;
  ::close(opened);
  errno = error;
  return -1;
}

ListenSocket describe(int opened, const HttpAddress& wanted) {
  constexpr std::uint32_t kLoopbackNet = 127;
  ListenSocket out{opened, wanted, false};
  sockaddr_storage bound{};
  socklen_t size = sizeof(bound);
  ::getsockname(opened, reinterpret_cast<sockaddr*>(&bound), &size);
  if (bound.ss_family == AF_INET6) {
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(bound);
    out.address.port = ntohs(v6.sin6_port);
    out.loopback = IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr) != 0;
  } else {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(bound);
    out.address.port = ntohs(v4.sin_port);
    out.loopback = ntohl(v4.sin_addr.s_addr) >> 24U == kLoopbackNet;
  }
  return out;
}

}  // namespace

Result<ListenSocket> listen_at(const HttpAddress& wanted) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int unknown = ::getaddrinfo(wanted.host.c_str(), std::to_string(wanted.port).c_str(), &hints, &found);
  if (unknown != 0) {
    return failed(wanted, "the host has no address (" + std::string(::gai_strerror(unknown)) + ")");
  }
  const Addresses addresses(found, &::freeaddrinfo);
  int error = 0;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    const int opened = open_at(*one);
    if (opened >= 0) {
      return describe(opened, wanted);
    }
    error = errno;
  }
  return failed(wanted, words_for(error));
}

}  // namespace turnstream::app
