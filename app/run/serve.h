#pragma once
// serve: starts the HTTP server of `run`. Threads: one.

#include <memory>
#include <string>

#include "app/context.h"
#include "app/http/http_server.h"
#include "app/recall/recall_host.h"
#include "pipeline/base/metrics.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// Starts the HTTP server on http.listen, if that is not empty, and on the socket of the state directory. If the default
/// address cannot be used, uses a free port. Without the socket, which some file systems cannot hold, the run continues.
/// The tokens are those of http.tokens_file. `recall`: rings for the streams; may be null, must outlive the server. Errors: as
/// HttpServer::start().
Result<std::unique_ptr<HttpServer>> serve(const Context& context, const HttpRoutes& routes, Metrics& metrics,
                                          const std::string& state_directory, RecallHost* recall);

/// Empty if the server has no address.
[[nodiscard]] std::string address_of(const HttpServer& server);

}  // namespace turnstream::app
