#pragma once
// HOST:PORT as text; an IPv6 host is in brackets. Threads: pure functions.

#include <optional>
#include <string>

namespace turnstream::app {

struct HttpAddress {
  std::string host;  ///< without brackets
  int port = 0;
};

/// Absent if the text is not HOST:PORT.
std::optional<HttpAddress> parse_address(const std::string& text);
std::string format_address(const HttpAddress& address);

}  // namespace turnstream::app
