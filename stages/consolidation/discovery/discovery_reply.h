#pragma once
// DiscoveryReply: what a model says about topics. Foreign text: everything in it is checked, cut and cleaned. Threads: any;
// pure.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::consolidation {

struct Discovered {
  std::string text;                  ///< at most 300 code points, without control characters
  std::vector<std::size_t> indices;  ///< of topics of the request, each once; empty: it names none
};

struct DiscoveryReply {
  std::vector<Discovered> connections;  ///< of each kind at most five
  std::vector<Discovered> contradictions;
  std::vector<Discovered> open_questions;
  std::size_t out_of_range = 0;  ///< indices that are not those of a topic
};

/// Reads the first object of the text that has one of the three lists. Their elements are texts, or objects with `text` and
/// `indices`; others are left out, and those with indices of which none is a topic's. Absent if there is no such object.
[[nodiscard]] std::optional<DiscoveryReply> read_discovery_reply(std::string_view text, std::size_t topics);

}  // namespace turnstream::consolidation
