#pragma once
// http_call: one HTTP request to a server at an address or on a Unix socket. The reply's body may have at most 8 MiB.
// Threads: any.

#include <chrono>
#include <string>
#include <variant>

#include "app/http/http_address.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// The file of a server's Unix socket; the path may be longer than a socket address.
struct HttpSocket {
  std::string path;
};
using HttpPlace = std::variant<HttpAddress, HttpSocket>;

struct HttpCall {
  std::string method = "GET";
  std::string path;  ///< with the query; %-escapes are the caller's
  std::string body = {};
  std::string content_type = {};              ///< of the body; empty: none is sent
  std::string token = {};                     ///< sent as Authorization: Bearer TOKEN; empty: none is sent
  std::chrono::milliseconds timeout{10'000};  ///< for the whole request
};

struct HttpReply {
  int status = 0;
  std::string content_type = {};
  std::string body;
};

/// A reply with any status is not an error; redirects are not followed. Errors: code "no_answer"; the message gives the
/// reason in a few words.
Result<HttpReply> http_call(const HttpPlace& where, const HttpCall& call);

}  // namespace turnstream::app
