#pragma once
// HOST:PORT as people write it; an IPv6 host stands in brackets. Threads: pure functions.

#include <optional>
#include <string>

namespace turnstream::app {

struct HttpAddress {
  std::string host;  ///< without brackets
  int port = 0;
};

/// Absent for what is no HOST:PORT.
std::optional<HttpAddress> parse_address(const std::string& text);
std::string format_address(const HttpAddress& address);

}  // namespace turnstream::app
