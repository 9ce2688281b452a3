#pragma once
// HttpListener: serves an HttpService on one listening socket, with threads of libmicrohttpd. A handler that may wait runs
// on the service's pool, while the library leaves the connection alone (it is suspended). Threads: start and destroy on
// one. Lifetime: borrows the service. Before a listener is destroyed, the service's pool must be stopped: the library
// ends the process if a connection is still suspended then.

#include <memory>

#include "app/http/http_service.h"
#include "app/http/request_check.h"

struct MHD_Daemon;

namespace turnstream::app {

struct HttpListenerConfig {
  int socket = -1;  ///< it listens; the started listener owns it
  HostRule hosts = {};
  unsigned threads = 4;
  unsigned connections_max = 0;
  bool limits_addresses = false;            ///< at most 256 connections from one address
  std::chrono::milliseconds silence_max{};  ///< a connection without a byte from the client for so long is closed
};

class HttpListener {
 public:
  /// Null, with errno set, if the threads cannot be started.
  static std::unique_ptr<HttpListener> start(HttpService& service, const HttpListenerConfig& config);
  HttpListener(const HttpListener&) = delete;
  HttpListener& operator=(const HttpListener&) = delete;
  /// Stops listening and closes all connections.
  ~HttpListener();

  [[nodiscard]] HttpService& service() const { return service_; }
  [[nodiscard]] const HostRule& hosts() const { return hosts_; }

 private:
  HttpListener(HttpService& service, HostRule hosts) : service_(service), hosts_(std::move(hosts)) {}

  HttpService& service_;
  const HostRule hosts_;
  MHD_Daemon* daemon_ = nullptr;
};

}  // namespace turnstream::app
