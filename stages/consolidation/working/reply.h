#pragma once
// Reply: what a model says about the entries of a request. Foreign text: everything in it is checked, cut and cleaned.
// Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::consolidation {

/// What the model says about one entry.
struct Verdict {
  bool ephemeral = false;
  std::string summary;            ///< at most 300 code points, without control characters
  std::vector<std::string> tags;  ///< at most 5, in lower case, each of at most 40 code points
  std::optional<std::int64_t> confidence;
};

struct Reply {
  bool readable = false;
  std::vector<std::optional<Verdict>> verdicts;  ///< one for each entry; absent: the reply says nothing usable of it
  std::size_t out_of_range = 0;                  ///< verdicts about entries that the request does not have
};

/// Reads the first balanced JSON value of the text, {"items":[…]} or […]; what stands around it is ignored. Of two verdicts
/// about an entry the first counts.
[[nodiscard]] Reply read_reply(std::string_view text, std::size_t entries);

}  // namespace turnstream::consolidation
