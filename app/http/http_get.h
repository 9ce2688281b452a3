#pragma once
// http_get: one GET request. The reply's body may have at most 8 MiB. Threads: any.

#include <chrono>
#include <string>

#include "app/http/http_address.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

struct HttpReply {
  int status = 0;
  std::string body;
};

/// `timeout` limits the whole request. A reply with any status is not an error; redirects are not followed. Errors: code
/// "no_answer"; the message gives the reason in a few words.
Result<HttpReply> http_get(const HttpAddress& address, const std::string& path, std::chrono::milliseconds timeout);

}  // namespace turnstream::app
