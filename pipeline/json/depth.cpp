// The depth check for callers whose limit is lower than the reader's kInputDepthMax.
#include <algorithm>
#include <array>

#include "pipeline/json/check.h"
#include "pipeline/json/tape.h"

namespace turnstream::json {

Error too_deep(std::size_t depth, std::size_t depth_max) {
  return make_error(error_codes::kTooDeep, Reaction::kDeadLetter,
                    "The record nests " + std::to_string(depth) + " objects and arrays, but at most " +
                        std::to_string(depth_max) + " are accepted; send it flatter.",
                    {}, "maximum depth " + std::to_string(depth_max));
}

Status Tape::check_depth(std::size_t depth_max) const {
  std::array<NodeIndex, kInputDepthMax> ends{};
  std::size_t open = 0;
  std::size_t depth = 0;
  for (NodeIndex i = kRoot; i < nodes_.size(); ++i) {
    while (open > 0 && ends[open - 1] <= i) {
      --open;
    }
    if (nodes_[i].kind == Kind::kArray || nodes_[i].kind == Kind::kObject) {
      ends[open++] = nodes_[i].end;
      depth = std::max(depth, open);
    }
  }
  return depth <= depth_max ? Status() : too_deep(depth, depth_max);
}

}  // namespace turnstream::json
