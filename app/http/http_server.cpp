#include "app/http/http_server.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <memory>
#include <microhttpd.h>
#include <new>
#include <sys/resource.h>

#include "app/errors.h"
#include "app/http/exchange.h"
#include "app/http/listen_socket.h"

namespace turnstream::app {
namespace {

constexpr unsigned kThreads = 4;
constexpr unsigned kConnectionsAnAddressMax = 256;
constexpr std::size_t kConnectionBytesMax = std::size_t{32} << 10U;

const MetricName kOpen{"turnstream_http_connections", "Open connections of HTTP clients."};
const MetricName kCut{"turnstream_http_connections_cut_total",
                      "Connections that were closed because a request took too long."};

/// What the library's callbacks use.
struct Service {
  Service(HttpRoutes served, HostRule rule, const HttpConfig& config)
      : routes(std::move(served)),
        hosts(std::move(rule)),
        open(config.metrics == nullptr ? nullptr : &config.metrics->gauge(kOpen)),
        deadlines(config.deadlines, clock, config.metrics == nullptr ? nullptr : &config.metrics->counter(kCut)) {}

  void count(double change) {
    if (open != nullptr) {
      open->Increment(change);
    }
  }

  const RouteTable routes;
  const HostRule hosts;
  const SystemClock clock;
  Gauge* const open;
  ConnectionDeadlines deadlines;
};

Service& service_of(void* closure) {
  return *static_cast<Service*>(closure);
}

int socket_of(MHD_Connection* connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

MHD_Result add_header(void* closure, MHD_ValueKind, const char* name, const char* value) noexcept {
  static_cast<HttpHeaders*>(closure)->push_back({name, value == nullptr ? "" : value});
  return MHD_YES;
}

/// One request, from its first line to its answer. The library keeps a pointer to it.
struct Request {
  const char* target;  ///< with the query, in the library's buffer; a C string
  std::size_t target_size;
  std::unique_ptr<Exchange> exchange = nullptr;  ///< null until the headers are read
};

/// The arguments of one call of the library for a request.
struct Call {
  MHD_Connection* connection;
  const char* path;
  const char* method;
  const char* version;
  const char* part;   ///< of the body
  std::size_t* size;  ///< of the part; set to 0 when it is taken
  void** context;     ///< the Request
};

/// Whether the client sent a NUL byte in the method or the target. The library does not tell how long they are, but it
/// splits the request line where it stands, with one NUL byte behind each. That is not documented: it was seen with
/// libmicrohttpd 0.9.75, and the test of NUL bytes in http_server_test.cpp fails with a version that does otherwise.
bool has_nul(const Request& request, const Call& call) {
  return std::count(call.method, request.target, '\0') > 1 || call.version != request.target + request.target_size + 1;
}

RequestHead head_of(const Request& request, const Call& call) {
  RequestHead head{call.method, call.path, call.version, {}};
  head.has_nul = has_nul(request, call);
  MHD_get_connection_values(call.connection, MHD_HEADER_KIND, &add_header, &head.headers);
  return head;
}

MHD_Result send_answer(MHD_Connection* connection, const HttpAnswer& answer, bool then_close) {
  MHD_Response* response =
      MHD_create_response_from_buffer(answer.body.size(), const_cast<char*>(answer.body.data()), MHD_RESPMEM_MUST_COPY);
  if (response == nullptr) {
    return MHD_NO;
  }
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, answer.content_type.c_str());
  for (const HttpHeader& header : answer.headers) {
    MHD_add_response_header(response, header.name.c_str(), header.value.c_str());
  }
  if (then_close) {
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
  }
  const MHD_Result queued = MHD_queue_response(connection, static_cast<unsigned>(answer.status), response);
  MHD_destroy_response(response);
  return queued;
}

/// The library calls it first with the headers, then with each part of the body, then without a part. MHD_NO closes the
/// connection.
MHD_Result on_call(Service& service, const Call& call) {
  auto* request = static_cast<Request*>(*call.context);
  if (request == nullptr) {
    return MHD_NO;
  }
  std::unique_ptr<Exchange>& exchange = request->exchange;
  if (exchange == nullptr) {
    service.deadlines.await_end(socket_of(call.connection));
    exchange = std::make_unique<Exchange>(service.routes, service.hosts, head_of(*request, call));
    const HttpAnswer* answer = exchange->answer_before_body();
    return answer == nullptr ? MHD_YES : send_answer(call.connection, *answer, true);
  }
  if (*call.size > 0) {
    exchange->add({call.part, *call.size});
    *call.size = 0;
    return MHD_YES;
  }
  return send_answer(call.connection, exchange->answer(), false);
}

/// An exception must not reach the library, which is written in C.
constexpr MHD_AccessHandlerCallback kOnRequest = [](void* closure, MHD_Connection* connection, const char* path,
                                                    const char* method, const char* version, const char* part,
                                                    std::size_t* size, void** context) noexcept {
  try {
    return on_call(service_of(closure), {connection, path, method, version, part, size, context});
  } catch (const std::exception&) {
    return MHD_NO;
  }
};

/// The library calls it with the request line. on_completed() deletes the Request.
void* on_target(void*, const char* target, MHD_Connection*) noexcept {
  return new (std::nothrow) Request{target, std::strlen(target)};
}

void on_completed(void* closure, MHD_Connection* connection, void** context, MHD_RequestTerminationCode) noexcept {
  delete static_cast<Request*>(*context);
  *context = nullptr;
  service_of(closure).deadlines.await_headers(socket_of(connection));
}

void on_connection(void* closure, MHD_Connection* connection, void**, MHD_ConnectionNotificationCode code) noexcept {
  Service& service = service_of(closure);
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    service.deadlines.await_headers(socket_of(connection));
    service.count(1);
  } else {
    service.deadlines.forget(socket_of(connection));
    service.count(-1);
  }
}

/// The library would decode %2F and %00 before the path is compared. This leaves all escapes as they are.
std::size_t keep_escapes(void*, MHD_Connection*, char* text) noexcept {
  return std::strlen(text);
}

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
  return std::max(kThreads, static_cast<unsigned>(std::min<rlim_t>(wanted, files.rlim_cur / 2)));
}

/// Null, with errno set, if the threads cannot be started. The daemon closes the socket when it stops.
MHD_Daemon* start_daemon(Service& service, const ListenSocket& socket, const HttpConfig& config) {
  const auto idle = std::chrono::ceil<std::chrono::seconds>(config.deadlines.headers);
  std::vector<MHD_OptionItem> options = {
      {MHD_OPTION_THREAD_POOL_SIZE, kThreads, nullptr},
      {MHD_OPTION_CONNECTION_LIMIT, connections_allowed(config.connections_max), nullptr},
      {MHD_OPTION_CONNECTION_TIMEOUT, idle.count(), nullptr},  // without a byte from the client
      {MHD_OPTION_STRICT_FOR_CLIENT, 1, nullptr},
      {MHD_OPTION_CONNECTION_MEMORY_LIMIT, kConnectionBytesMax, nullptr}};
  if (!socket.loopback) {
    options.push_back({MHD_OPTION_PER_IP_CONNECTION_LIMIT, kConnectionsAnAddressMax, nullptr});
  }
  options.push_back({MHD_OPTION_END, 0, nullptr});
  return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, nullptr, nullptr, kOnRequest, &service,
                          MHD_OPTION_LISTEN_SOCKET, socket.descriptor, MHD_OPTION_ARRAY, options.data(),
                          MHD_OPTION_NOTIFY_CONNECTION, &on_connection, &service, MHD_OPTION_NOTIFY_COMPLETED,
                          &on_completed, &service, MHD_OPTION_URI_LOG_CALLBACK, &on_target, nullptr,
                          MHD_OPTION_UNESCAPE_CALLBACK, &keep_escapes, nullptr, MHD_OPTION_END);
}

}  // namespace

struct HttpServer::State {
  State(HttpRoutes routes, const ListenSocket& socket, const HttpConfig& config)
      : address(socket.address), service(std::move(routes), {socket.loopback, address.host}, config) {}

  HttpAddress address;
  Service service;
  MHD_Daemon* daemon = nullptr;
};

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<HttpServer>> HttpServer::start(const std::string& address, HttpRoutes routes,
                                                      const HttpConfig& config) {
  const std::optional<HttpAddress> wanted = parse_address(address);
  if (!wanted) {
    return error_of(error_codes::kListenFailed, "cannot listen on " + address + ": expected HOST:PORT");
  }
  TS_ASSIGN_OR_RETURN(const ListenSocket socket, listen_at(*wanted));
  auto state = std::make_unique<State>(std::move(routes), socket, config);
  state->daemon = start_daemon(state->service, socket, config);
  if (state->daemon == nullptr) {
    return error_of(error_codes::kListenFailed,
                    "cannot start the HTTP server on " + address + ": " + std::strerror(errno) +
                        ". Raise the limits of threads and open files, or use --listen '' for none.");
  }
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

HttpServer::~HttpServer() {
  MHD_stop_daemon(state_->daemon);
}

const HttpAddress& HttpServer::address() const {
  return state_->address;
}

}  // namespace turnstream::app
