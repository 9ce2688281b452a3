#pragma once
// http_get: one GET request; the connection, each read (by a time-out) and the size (8 MiB) are bounded. Threads: any.

#include <chrono>
#include <string>

#include "app/http/http_address.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

struct HttpReply {
  int status = 0;
  std::string body;
};

/// `timeout`: for the connection and again for each read. A reply may have any status. Errors: code "no_answer"; the
/// message gives the reason in a few words.
Result<HttpReply> http_get(const HttpAddress& address, const std::string& path, std::chrono::milliseconds timeout);

}  // namespace turnstream::app
