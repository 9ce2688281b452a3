#include "app/http/http_get.h"

#include <cstddef>
#include <curl/curl.h>
#include <memory>

#include "app/errors.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kBodyBytesMax = std::size_t{8} << 20U;

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

}  // namespace

Result<HttpReply> http_get(const HttpAddress& address, const std::string& path, std::chrono::milliseconds timeout) {
  const std::unique_ptr<CURL, decltype(&::curl_easy_cleanup)> curl(prepare() ? ::curl_easy_init() : nullptr,
                                                                   &::curl_easy_cleanup);
  if (!curl) {
    return error_of(error_codes::kNoAnswer, "libcurl could not start");
  }
  HttpReply reply;
  const std::string url = "http://" + format_address(address_to_ask(address)) + path;
  ::curl_easy_setopt(curl.get(), CURLOPT_URL, url.c_str());
  ::curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(timeout.count()));
  ::curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
  ::curl_easy_setopt(curl.get(), CURLOPT_PROXY, "");  // the environment may name one
  ::curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, &append);
  ::curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &reply.body);
  const CURLcode done = ::curl_easy_perform(curl.get());
  if (done != CURLE_OK) {
    return error_of(error_codes::kNoAnswer, words_for(done));
  }
  long status = 0;
  ::curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
  reply.status = static_cast<int>(status);
  return reply;
}

}  // namespace turnstream::app
