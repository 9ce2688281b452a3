#include "app/run/serve.h"

#include <algorithm>

#include "app/log_access/state_directory.h"
#include "pipeline/base/log_line.h"

namespace turnstream::app {
namespace {

bool is_chosen(const Context& context, const std::string& setting) {
  const auto& values = context.loaded.values;
  return std::any_of(values.begin(), values.end(), [&](const settings::Resolved& value) {
    return value.name == setting && value.origin != "default";
  });
}

}  // namespace

std::string address_of(const HttpServer& server) {
  return server.address().host.empty() ? "" : format_address(server.address());
}

Result<std::unique_ptr<HttpServer>> serve(const Context& context, const HttpRoutes& routes, Metrics& metrics,
                                          const std::string& state_directory, RecallHost* recall) {
  HttpConfig config;
  config.metrics = &metrics;
  config.bell = recall == nullptr ? nullptr : &recall->bell();
  config.tokens_file = context.settings().http.tokens_file;
  Result<std::unique_ptr<HttpServer>> server = HttpServer::start(context.settings().http.listen, routes, config);
  if (!server.ok() && !is_chosen(context, "http.listen")) {
    server = HttpServer::start("127.0.0.1:0", routes, config);
  }
  if (!server.ok()) {
    return server;
  }
  const std::string socket = StateDirectory::http_socket(state_directory);
  const Status added = (*server)->add_socket(socket);
  if (!added.ok()) {
    LogLine(LogLevel::kWarning, "http_socket_failed").with("message", added.error().message);
  }
  LogLine(LogLevel::kInfo, "http_started")
      .with("address", address_of(**server))
      .with("socket", added.ok() ? socket : "");
  return server;
}

}  // namespace turnstream::app
