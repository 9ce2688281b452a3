#pragma once
// Which instruction leaves if there are too many: one user who orders much takes no place from the others. Threads: any; pure.

#include <algorithm>
#include <map>
#include <span>
#include <string>

namespace turnstream::pattern {

/// `givers`: who gave each instruction, in the order in which they leave. The place of the first one of who gave the most; of several
/// who gave as many the one who has the first. Precondition: not empty.
[[nodiscard]] inline std::size_t crowded_out(std::span<const std::string> givers) {
  std::map<std::string_view, std::size_t> given_by;
  std::size_t most = 0;
  for (const std::string& giver : givers) {
    most = std::max(most, ++given_by[giver]);
  }
  const auto found =
      std::find_if(givers.begin(), givers.end(), [&](const std::string& giver) { return given_by[giver] == most; });
  return static_cast<std::size_t>(found - givers.begin());
}

}  // namespace turnstream::pattern
