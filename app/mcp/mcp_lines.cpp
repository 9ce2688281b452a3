#include "app/mcp/mcp_lines.h"

namespace turnstream::app {

std::optional<McpLine> McpLines::next() {
  McpLine line{.number = number_ + 1};
  char c = '\0';
  while (in_.get(c) && c != '\n') {
    ++line.bytes;
    if (line.bytes <= bytes_max_) {
      line.text += c;
    } else {
      line.text.clear();
    }
  }
  if (!in_ && line.bytes == 0) {
    return std::nullopt;
  }
  ++number_;
  return line;
}

}  // namespace turnstream::app
