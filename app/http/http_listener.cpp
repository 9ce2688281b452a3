#include "app/http/http_listener.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <memory>
#include <microhttpd.h>
#include <new>
#include <optional>
#include <unistd.h>

#include "app/http/exchange.h"
#include "app/http/problem.h"

namespace turnstream::app {
namespace {

constexpr unsigned kConnectionsAnAddressMax = 256;
constexpr std::size_t kConnectionBytesMax = std::size_t{32} << 10U;

const HttpListener& listener_of(void* closure) {
  return *static_cast<const HttpListener*>(closure);
}

int socket_of(MHD_Connection* connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

MHD_Result add_header(void* closure, MHD_ValueKind, const char* name, const char* value) noexcept {
  static_cast<HttpHeaders*>(closure)->push_back({name, value == nullptr ? "" : value});
  return MHD_YES;
}

/// One request, from its first line to its answer. The library keeps a pointer to it. While `waits` and until the pool
/// resumes the connection, only the job in the pool uses it.
struct Request {
  const char* target;  ///< in the library's buffer; the query begins there with a NUL byte instead of its first
  std::size_t target_size;
  std::string query;                             ///< without its ?; the library changes its own
  std::unique_ptr<Exchange> exchange = nullptr;  ///< null until the headers are read
  bool waits = false;                            ///< it was given to the pool
  std::optional<HttpAnswer> answer = {};         ///< what the pool made; absent if it refused
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
  RequestHead head{call.method, call.path, request.query, call.version, {}};
  head.has_nul = has_nul(request, call);
  MHD_get_connection_values(call.connection, MHD_HEADER_KIND, &add_header, &head.headers);
  return head;
}

/// `response`: made of the answer; null: there was no memory for it.
MHD_Result send_response(MHD_Connection* connection, MHD_Response* response, const HttpAnswer& answer,
                         bool then_close) {
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

MHD_Result send_answer(MHD_Connection* connection, const HttpAnswer& answer, bool then_close) {
  MHD_Response* response =
      MHD_create_response_from_buffer(answer.body.size(), const_cast<char*>(answer.body.data()), MHD_RESPMEM_MUST_COPY);
  return send_response(connection, response, answer, then_close);
}

/// A stream has no deadline: it ends when the client leaves, takes nothing, or the server stops.
MHD_Result send_stream(HttpService& service, MHD_Connection* connection, const HttpAnswer& answer) {
  MHD_Response* response = service.streams.open(connection, socket_of(connection), answer.stream);
  if (response == nullptr) {
    return send_answer(connection,
                       busy_problem("The server has as many streams as it can serve, or it is stopping. Try again."),
                       false);
  }
  service.deadlines.forget(socket_of(connection));
  return send_response(connection, response, answer, false);
}

HttpAnswer busy(const HttpService& service) {
  if (service.busy != nullptr) {
    service.busy->Increment();
  }
  return busy_problem("The server has as many requests as it can work on, or it is stopping. Try again.");
}

/// Calls the handler, unless the server is stopping or the request was queued for too long. When the connection is
/// resumed, the library calls on_call() again, which sends the answer; `request` must not be used after that.
void answer_in_pool(const HttpService& service, MHD_Connection* connection, Request& request, std::int64_t complete_us,
                    const std::stop_token& stop) noexcept {
  const auto elapsed_us = [&service, complete_us] { return service.clock.monotonic_now().value() - complete_us; };
  try {
    if (!stop.stop_requested() && elapsed_us() <= std::chrono::microseconds(request.exchange->wait_max()).count()) {
      request.answer = request.exchange->answer(stop);
      service.answered(request.exchange->path(), elapsed_us());
    }
  } catch (const std::exception&) {
    request.answer.reset();  // no memory for it
  }
  MHD_resume_connection(connection);
}

/// Suspends the connection until the pool has the answer. Nothing may throw after that.
void wait_for_answer(HttpService& service, MHD_Connection* connection, Request& request) {
  const std::chrono::milliseconds wait_max = request.exchange->wait_max();
  const std::int64_t complete_us = service.clock.monotonic_now().value();
  AnswerPool::Job job = [&service, connection, &request, complete_us](const std::stop_token& stop) {
    answer_in_pool(service, connection, request, complete_us, stop);
  };
  AnswerPool& pool = request.exchange->waits_for_log() ? service.log_pool : service.pool;
  service.deadlines.await_answer(socket_of(connection), wait_max);
  request.waits = true;
  MHD_suspend_connection(connection);
  if (!pool.submit(std::move(job))) {
    MHD_resume_connection(connection);
  }
}

/// The request is complete.
MHD_Result on_end(HttpService& service, MHD_Connection* connection, Request& request) {
  if (request.waits) {
    service.deadlines.await_end(socket_of(connection));
    return send_answer(connection, request.answer ? *request.answer : busy(service), false);
  }
  if (request.exchange->wait_max().count() > 0) {
    wait_for_answer(service, connection, request);
    return MHD_YES;
  }
  const HttpAnswer answer = request.exchange->answer({});
  return answer.stream == nullptr ? send_answer(connection, answer, false) : send_stream(service, connection, answer);
}

/// The library calls it first with the headers, then with each part of the body, then without a part, and then again
/// when a suspended connection was resumed. MHD_NO closes the connection.
MHD_Result on_call(const HttpListener& listener, const Call& call) {
  HttpService& service = listener.service();
  auto* request = static_cast<Request*>(*call.context);
  if (request == nullptr) {
    return MHD_NO;
  }
  std::unique_ptr<Exchange>& exchange = request->exchange;
  if (exchange == nullptr) {
    service.deadlines.await_end(socket_of(call.connection));
    exchange = std::make_unique<Exchange>(service.routes, listener.hosts(), head_of(*request, call), &service.bodies,
                                          service.access.get());
    const HttpAnswer* answer = exchange->answer_before_body();
    return answer == nullptr ? MHD_YES : send_answer(call.connection, *answer, true);
  }
  if (*call.size > 0) {
    exchange->add({call.part, *call.size});
    *call.size = 0;
    return MHD_YES;
  }
  return on_end(service, call.connection, *request);
}

/// An exception must not reach the library, which is written in C.
constexpr MHD_AccessHandlerCallback kOnRequest = [](void* closure, MHD_Connection* connection, const char* path,
                                                    const char* method, const char* version, const char* part,
                                                    std::size_t* size, void** context) noexcept {
  try {
    return on_call(listener_of(closure), {connection, path, method, version, part, size, context});
  } catch (const std::exception&) {
    return MHD_NO;
  }
};

/// The library calls it with the request line, before it splits the query. It must not split it: the records of some hundred
/// fields fill the memory of a connection, which then gets no answer (seen with libmicrohttpd 0.9.75). So the copy is the
/// only query, and the library's own is made empty. on_completed() deletes the Request.
void* on_target(void*, const char* target, MHD_Connection*) noexcept {
  try {
    const char* query = target == nullptr ? nullptr : std::strchr(target, '?');
    auto* request = new Request{target, target == nullptr ? 0 : std::strlen(target), query == nullptr ? "" : query + 1};
    if (!request->query.empty()) {
      const_cast<char*>(query)[1] = '\0';  // It stands in the library's own buffer, which is writable.
    }
    return request;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void on_completed(void* closure, MHD_Connection* connection, void** context, MHD_RequestTerminationCode) noexcept {
  delete static_cast<Request*>(*context);
  *context = nullptr;
  listener_of(closure).service().deadlines.await_headers(socket_of(connection));
}

void on_connection(void* closure, MHD_Connection* connection, void**, MHD_ConnectionNotificationCode code) noexcept {
  HttpService& service = listener_of(closure).service();
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

}  // namespace

std::unique_ptr<HttpListener> HttpListener::start(HttpService& service, const HttpListenerConfig& config) {
  std::unique_ptr<HttpListener> listener(new HttpListener(service, config.hosts));
  const auto idle = std::chrono::ceil<std::chrono::seconds>(config.silence_max);
  std::vector<MHD_OptionItem> options = {
      {MHD_OPTION_THREAD_POOL_SIZE, config.threads, nullptr},
      {MHD_OPTION_CONNECTION_LIMIT, std::max(config.threads, config.connections_max), nullptr},
      {MHD_OPTION_CONNECTION_TIMEOUT, idle.count(), nullptr},
      {MHD_OPTION_STRICT_FOR_CLIENT, 1, nullptr},
      {MHD_OPTION_CONNECTION_MEMORY_LIMIT, kConnectionBytesMax, nullptr}};
  if (config.limits_addresses) {
    options.push_back({MHD_OPTION_PER_IP_CONNECTION_LIMIT, kConnectionsAnAddressMax, nullptr});
  }
  options.push_back({MHD_OPTION_END, 0, nullptr});
  void* self = listener.get();
  listener->daemon_ = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, nullptr, nullptr, kOnRequest, self,
      MHD_OPTION_LISTEN_SOCKET, config.socket, MHD_OPTION_ARRAY, options.data(), MHD_OPTION_NOTIFY_CONNECTION,
      &on_connection, self, MHD_OPTION_NOTIFY_COMPLETED, &on_completed, self, MHD_OPTION_URI_LOG_CALLBACK, &on_target,
      nullptr, MHD_OPTION_UNESCAPE_CALLBACK, &keep_escapes, nullptr, MHD_OPTION_END);
  return listener->daemon_ == nullptr ? nullptr : std::move(listener);
}

HttpListener::~HttpListener() {
  if (daemon_ != nullptr) {
    MHD_stop_daemon(daemon_);
  }
}

}  // namespace turnstream::app
