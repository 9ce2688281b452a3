#pragma once
// connect(): a client of an embedded log that another process runs and serves with a SocketServer. Readers, producers
// and the admin each have a connection of their own. A send or receive may block 10 s longer than the time-out.
// Consumers and transactional producers are refused with code "not_served". Threads: as in pipeline/log/client.h.

#include <memory>
#include <string>

#include "pipeline/log/client.h"

namespace turnstream::log::embedded {

/// Error "unreachable" if no process serves the log at this path.
Result<std::unique_ptr<Client>> connect(const std::string& path);

}  // namespace turnstream::log::embedded
