#include "app/http/http_server.h"

#include <httplib.h>
#include <optional>
#include <thread>
#include <utility>

#include "app/errors.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kThreads = 4;
constexpr std::size_t kRequestsAConnection = 10'000;

/// Binds the address and sets `bound` to the real one; false if the address is not available.
bool bind(httplib::Server& server, const HttpAddress& wanted, HttpAddress& bound) {
  bound = wanted;
  if (wanted.port != 0) {
    return server.bind_to_port(wanted.host, wanted.port);
  }
  bound.port = server.bind_to_any_port(wanted.host);
  return bound.port > 0;
}

}  // namespace

struct HttpServer::State {
  httplib::Server server;
  HttpAddress address;
  std::thread thread;
};

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<HttpServer>> HttpServer::start(const std::string& address, HttpHandlers handlers) {
  const std::optional<HttpAddress> wanted = parse_address(address);
  auto state = std::make_unique<State>();
  // Without this option a small answer may wait up to 40 ms for the peer's acknowledgement.
  state->server.set_tcp_nodelay(true);
  // With the library's default (SO_REUSEPORT) two servers could share a port, and each would receive some requests.
  state->server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  });
  state->server.set_keep_alive_max_count(kRequestsAConnection);
  state->server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  for (auto& [path, handler] : handlers) {
    state->server.Get(path, [answer = std::move(handler)](const httplib::Request&, httplib::Response& response) {
      HttpAnswer made = answer();
      response.status = made.status;
      response.set_content(std::move(made.body), made.content_type.c_str());
    });
  }
  if (!wanted || !bind(state->server, *wanted, state->address)) {
    return error_of(
        error_codes::kListenFailed,
        "cannot listen on " + address +
            ": the port is in use (perhaps by another run), the host is not an address of this machine, or "
            "the process may not use this port. Choose another address with --listen, or --listen '' for none.");
  }
  state->thread = std::thread([server = &state->server] { server->listen_after_bind(); });
  // stop() does nothing to a server that does not listen yet.
  while (!state->server.is_running()) {
    std::this_thread::yield();
  }
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

HttpServer::~HttpServer() {
  state_->server.stop();
  state_->thread.join();
}

const HttpAddress& HttpServer::address() const {
  return state_->address;
}

}  // namespace turnstream::app
