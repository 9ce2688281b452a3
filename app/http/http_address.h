#pragma once
// HOST:PORT as text; an IPv6 host is in brackets. Threads: pure functions.

#include <optional>
#include <string>

namespace turnstream::app {

struct HttpAddress {
  std::string host;  ///< without brackets
  int port = 0;
};

/// Parses HOST:PORT; absent if the host is empty or the port is not a number from 0 to 65535. The brackets of an IPv6
/// host may be missing.
std::optional<HttpAddress> parse_address(const std::string& text);
std::string format_address(const HttpAddress& address);

}  // namespace turnstream::app
