#include "app/http/http_get.h"

#include <httplib.h>

#include "app/errors.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kBodyBytesMax = std::size_t{8} << 20U;

/// A server that listens on all addresses is reached at the loopback address.
std::string host_to_ask(const std::string& host) {
  return host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host;
}

std::string words_for(httplib::Error error) {
  switch (error) {
    case httplib::Error::Connection:
      return "no connection";
    case httplib::Error::ConnectionTimeout:
    case httplib::Error::Read:
      return "no answer in time";
    case httplib::Error::Canceled:
      return "an answer of more than " + std::to_string(kBodyBytesMax >> 20U) + " MiB";
    default:
      return httplib::to_string(error);
  }
}

}  // namespace

Result<HttpReply> http_get(const HttpAddress& address, const std::string& path, std::chrono::milliseconds timeout) {
  httplib::Client client(host_to_ask(address.host), address.port);
  client.set_connection_timeout(timeout);
  client.set_read_timeout(timeout);
  client.set_tcp_nodelay(true);
  HttpReply reply;
  const httplib::Result result = client.Get(path, [&reply](const char* data, std::size_t size) {
    const bool fits = reply.body.size() + size <= kBodyBytesMax;
    if (fits) {
      reply.body.append(data, size);
    }
    return fits;
  });
  if (!result) {
    return error_of(error_codes::kNoAnswer, words_for(result.error()));
  }
  reply.status = result->status;
  return reply;
}

}  // namespace turnstream::app
