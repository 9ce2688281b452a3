#pragma once
// McpLines: the lines that a client writes to `turnstream mcp`, one message each. A line that is too long is passed over
// and not kept, so that no client can fill the memory. Threads: one. Lifetime: borrows the stream.

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>

namespace turnstream::app {

/// A call with a turn of the largest size (1 MiB) fits.
inline constexpr std::size_t kMcpLineBytesMax = std::size_t{2} << 20;

struct McpLine {
  std::uint64_t number = 0;  ///< from 1
  std::uint64_t bytes = 0;   ///< of the whole line, without the line feed
  std::string text = {};     ///< the line; empty if it is too long

  [[nodiscard]] bool is_too_long() const { return bytes > text.size(); }
};

class McpLines {
 public:
  explicit McpLines(std::istream& in, std::size_t bytes_max = kMcpLineBytesMax) : in_(in), bytes_max_(bytes_max) {}

  /// Waits for the next line, which at the end of the input may lack its line feed; absent at the end.
  std::optional<McpLine> next();

 private:
  std::istream& in_;
  const std::size_t bytes_max_;
  std::uint64_t number_ = 0;
};

}  // namespace turnstream::app
