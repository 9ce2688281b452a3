#pragma once
// connect(): a client of an embedded log that another process runs and serves with a SocketServer. Each reader, each
// producer and the admin have their own connection. Each send or receive of a call may block up to 10 s longer than the
// call's time-out. Errors "not_served" for consumers and transactional producers. Threads: as in pipeline/log/client.h.

#include <memory>
#include <string>

#include "pipeline/log/client.h"

namespace turnstream::log::embedded {

/// Error "unreachable" if no process serves the log at this path.
Result<std::unique_ptr<Client>> connect(const std::string& path);

}  // namespace turnstream::log::embedded
