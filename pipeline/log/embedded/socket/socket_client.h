#pragma once
// connect(): a client of an embedded log that another process runs and serves with a SocketServer. Readers, producers
// and the admin work as the port says; each holds a connection. Consumers and transactional producers are refused with
// code "not_served".
// Threads: as the port says.

#include <memory>
#include <string>

#include "pipeline/log/client.h"

namespace turnstream::log::embedded {

/// Error "unreachable" when no process serves the log there.
Result<std::unique_ptr<Client>> connect(const std::string& path);

}  // namespace turnstream::log::embedded
