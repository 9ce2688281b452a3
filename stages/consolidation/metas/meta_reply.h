#pragma once
// MetaReply: what a model says about the insights of a request. Foreign text: everything in it is checked, cut and cleaned.
// Threads: any; pure.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::consolidation {

struct ProposedMeta {
  std::vector<std::size_t> indices;  ///< of the request's insights, each once; 2 to kSourcesMax
  std::string summary;               ///< at most 300 code points, without control characters
  std::vector<std::string> tags;     ///< at most 5, in lower case, each of at most 40 code points
};

struct MetaReply {
  bool readable = false;
  std::vector<ProposedMeta> metas;  ///< without those that name fewer than two insights, or have no summary
  std::size_t out_of_range = 0;     ///< numbers of insights that the request does not have
};

/// Reads `{"insights":[…]}`, `{"items":[…]}` or `[…]`, at most `insights` metas.
[[nodiscard]] MetaReply read_meta_reply(std::string_view text, std::size_t insights);

}  // namespace turnstream::consolidation
