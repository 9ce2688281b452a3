#include "app/http/http_call.h"

#include <cstddef>
#include <curl/curl.h>
#include <memory>

#include "app/errors.h"
#include "pipeline/base/unix_socket.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kBodyBytesMax = std::size_t{8} << 20U;

using Curl = std::unique_ptr<CURL, decltype(&::curl_easy_cleanup)>;
using Headers = std::unique_ptr<curl_slist, decltype(&::curl_slist_free_all)>;

/// A server that listens on all addresses is reached at the loopback address.
HttpAddress address_to_ask(const HttpAddress& address) {
  const std::string& host = address.host;
  return {host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host, address.port};
}

std::string words_for(CURLcode error) {
  switch (error) {
    case CURLE_COULDNT_CONNECT:
      return "no connection";
    case CURLE_COULDNT_RESOLVE_HOST:
      return "its host has no address";
    case CURLE_OPERATION_TIMEDOUT:
      return "no answer in time";
    case CURLE_WRITE_ERROR:
      return "an answer of more than " + std::to_string(kBodyBytesMax >> 20U) + " MiB";
    default:
      return ::curl_easy_strerror(error);
  }
}

/// Less than the size ends the transfer with CURLE_WRITE_ERROR.
std::size_t append(const char* data, std::size_t one, std::size_t size, void* body) noexcept {
  auto& text = *static_cast<std::string*>(body);
  if (text.size() + size > kBodyBytesMax) {
    return 0;
  }
  text.append(data, size);
  return one * size;
}

/// curl_easy_init() would do this, too, but not safely on several threads at once.
bool prepare() {
  static const CURLcode done = ::curl_global_init(CURL_GLOBAL_DEFAULT);
  return done == CURLE_OK;
}

/// The headers that libcurl would not send by itself, or that it should not send. Without an Expect it sends a long body
/// at once.
Headers headers_of(const HttpCall& call) {
  const std::string type = "Content-Type:" + (call.content_type.empty() ? "" : " " + call.content_type);
  Headers headers(::curl_slist_append(nullptr, "Expect:"), &::curl_slist_free_all);
  ::curl_slist_append(headers.get(), type.c_str());
  if (!call.token.empty()) {
    ::curl_slist_append(headers.get(), ("Authorization: Bearer " + call.token).c_str());
  }
  return headers;
}

void set_request(CURL* curl, const HttpCall& call) {
  if (call.method == "HEAD") {
    ::curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
  } else if (call.method != "GET" || !call.body.empty()) {
    ::curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(call.body.size()));
    ::curl_easy_setopt(curl, CURLOPT_POSTFIELDS, call.body.c_str());
    ::curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, call.method.c_str());
  }
}

}  // namespace

Result<HttpReply> http_call(const HttpPlace& where, const HttpCall& call) {
  const Curl curl(prepare() ? ::curl_easy_init() : nullptr, &::curl_easy_cleanup);
  if (!curl) {
    return error_of(error_codes::kNoAnswer, "libcurl could not start");
  }
  std::string host = "localhost";
  SocketName socket;
  if (const auto* file = std::get_if<HttpSocket>(&where)) {
    Result<SocketName> name = socket_name(file->path);
    if (!name.ok()) {
      return error_of(error_codes::kNoAnswer, "no connection");
    }
    socket = std::move(name).value();
    ::curl_easy_setopt(curl.get(), CURLOPT_UNIX_SOCKET_PATH, socket.path.c_str());
  } else {
    host = format_address(address_to_ask(std::get<HttpAddress>(where)));
  }
  HttpReply reply;
  const std::string url = "http://" + host + call.path;
  const Headers headers = headers_of(call);
  set_request(curl.get(), call);
  ::curl_easy_setopt(curl.get(), CURLOPT_URL, url.c_str());
  ::curl_easy_setopt(curl.get(), CURLOPT_PATH_AS_IS, 1L);  // an id may be two dots
  ::curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers.get());
  ::curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(call.timeout.count()));
  ::curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
  ::curl_easy_setopt(curl.get(), CURLOPT_PROXY, "");  // the environment may name one
  ::curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, &append);
  ::curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &reply.body);
  const CURLcode done = ::curl_easy_perform(curl.get());
  if (done != CURLE_OK) {
    return error_of(error_codes::kNoAnswer, words_for(done));
  }
  long status = 0;
  const char* type = nullptr;
  ::curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
  ::curl_easy_getinfo(curl.get(), CURLINFO_CONTENT_TYPE, &type);
  reply.status = static_cast<int>(status);
  reply.content_type = type == nullptr ? "" : type;
  return reply;
}

}  // namespace turnstream::app
