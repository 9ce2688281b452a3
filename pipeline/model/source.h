#pragma once
// Source: what a derived thing was made of: an item, the turn it came with, and that turn's session. All three are
// kept, so that `forget` finds what was derived from an item that is long gone. Threads: values.

#include <string>

namespace turnstream::model {

/// Aggregates keep at most so many sources.
inline constexpr std::size_t kSourcesMax = 16;

struct Source {
  std::string id;
  std::string turn_id;
  std::string session_id;
  friend bool operator==(const Source&, const Source&) = default;
};

}  // namespace turnstream::model
