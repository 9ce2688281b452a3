#pragma once
// FlushReply: what a model says about a window of messages. Foreign text: everything in it is checked, cut and cleaned.
// Threads: any; pure.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::consolidation {

struct FlushReply {
  bool readable = false;
  std::vector<std::string> lines;  ///< each at most 300 code points, without control characters
};

/// Reads `{"items":["…"]}`, `["…"]`, or lines of text without brackets, whose bullets are removed. `NO_REPLY`, no text and
/// an empty array mean that there is nothing to keep.
[[nodiscard]] FlushReply read_flush_reply(std::string_view text, std::size_t lines_max);

}  // namespace turnstream::consolidation
