#include "app/http/http_server.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

#include "app/errors.h"
#include "app/http/http_listener.h"
#include "app/http/listen_socket.h"
#include "pipeline/base/unix_socket.h"

namespace turnstream::app {
namespace {

constexpr unsigned kSocketThreads = 2;
/// More than streams, so that they leave some for the verbs.
constexpr unsigned kSocketConnectionsMax = 2 * kStreamsMax;

/// Raises the soft limit of open files to twice `wanted` if the hard limit permits it.
unsigned connections_allowed(unsigned wanted) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  const rlim_t needed = std::min<rlim_t>(rlim_t{wanted} * 2, files.rlim_max);
  if (files.rlim_cur < needed) {
    const rlimit raised{needed, files.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) {
      files = raised;
    }
  }
  return static_cast<unsigned>(std::min<rlim_t>(wanted, files.rlim_cur / 2));
}

Error not_started(const std::string& where, const std::string& advice) {
  return error_of(error_codes::kListenFailed,
                  "cannot start the HTTP server on " + where + ": " + std::strerror(errno) + ". " + advice);
}

}  // namespace

struct HttpServer::State {
  State(HttpRoutes routes, const HttpConfig& given) : config(given), service(std::move(routes), given) {}

  HttpConfig config;
  HttpService service;
  HttpAddress address = {};
  std::string socket_path = {};
  std::vector<std::unique_ptr<HttpListener>> listeners = {};
};

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<HttpServer>> HttpServer::start(const std::string& address, HttpRoutes routes,
                                                      const HttpConfig& config) {
  std::unique_ptr<HttpServer> server(new HttpServer(std::make_unique<State>(std::move(routes), config)));
  State& state = *server->state_;
  if (!config.tokens_file.empty()) {
    TS_ASSIGN_OR_RETURN(state.service.access,
                        AccessCheck::open(config.tokens_file, state.service.clock, config.metrics));
  }
  if (address.empty()) {
    return server;
  }
  const std::optional<HttpAddress> wanted = parse_address(address);
  if (!wanted) {
    return error_of(error_codes::kListenFailed, "cannot listen on " + address + ": expected HOST:PORT");
  }
  TS_ASSIGN_OR_RETURN(const ListenSocket socket, listen_at(*wanted));
  state.address = socket.address;
  auto listener = HttpListener::start(state.service, {.socket = socket.descriptor,
                                                      .hosts = {socket.loopback, socket.address.host},
                                                      .connections_max = connections_allowed(config.connections_max),
                                                      .limits_addresses = !socket.loopback,
                                                      .silence_max = config.deadlines.headers});
  if (listener == nullptr) {
    return not_started(address, "Raise the limits of threads and open files, or use --listen '' for none.");
  }
  state.listeners.push_back(std::move(listener));
  return server;
}

Status HttpServer::add_socket(const std::string& path) {
  TS_ASSIGN_OR_RETURN(FileDescriptor socket, listen_on_socket(path, "HTTP", static_cast<int>(kSocketConnectionsMax)));
  auto listener = HttpListener::start(
      state_->service, {.socket = socket.release(),
                        .hosts = {.is_socket = true},
                        .threads = kSocketThreads,
                        .connections_max = std::min(kSocketConnectionsMax, state_->config.connections_max),
                        .silence_max = state_->config.deadlines.headers});
  if (listener == nullptr) {
    ::unlink(path.c_str());
    return not_started(path, "Raise the limits of threads and open files.");
  }
  state_->socket_path = path;
  state_->listeners.push_back(std::move(listener));
  return {};
}

/// Streams and pools are stopped first: no connection may be suspended when a listener stops. A request that comes later finds
/// them stopped and is refused.
HttpServer::~HttpServer() {
  state_->service.streams.stop();
  state_->service.pool.stop();
  state_->service.log_pool.stop();
  state_->listeners.clear();
  if (!state_->socket_path.empty()) {
    ::unlink(state_->socket_path.c_str());
  }
}

const HttpAddress& HttpServer::address() const {
  return state_->address;
}

}  // namespace turnstream::app
