#include "app/http/http_address.h"

#include "pipeline/base/number_text.h"

namespace turnstream::app {

std::optional<HttpAddress> parse_address(const std::string& text) {
  constexpr std::int64_t kPortMax = 65'535;
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) {
    return std::nullopt;
  }
  const std::optional<std::int64_t> port = read_number(text.substr(colon + 1));
  if (!port || *port < 0 || *port > kPortMax) {
    return std::nullopt;
  }
  std::string host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  return HttpAddress{std::move(host), static_cast<int>(*port)};
}

std::string format_address(const HttpAddress& address) {
  const bool is_v6 = address.host.find(':') != std::string::npos;
  return (is_v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

}  // namespace turnstream::app
