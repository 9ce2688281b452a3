#pragma once
// The request to a model about what topics have to do with each other. Threads: any; pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/effect_request.h"
#include "pipeline/model/topic.h"
#include "stages/consolidation/discovery/contradiction.h"
#include "stages/consolidation/requests/model_settings.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kDiscoveryPurpose = "discovery";

/// The topics have the indexes 0, 1, …; `items` of the request has their ids in that order, then those of the facts.
[[nodiscard]] model::EffectRequest discovery_request(std::span<const model::Topic> topics,
                                                     std::span<const Contradiction> known, const ModelSettings& model);

/// What a request leaves behind for its answer: `note` of the open request.
struct DiscoveryNote {
  std::string model;
  std::vector<std::string> pairs;   ///< keys of the contradictions that it shows
  std::vector<std::string> topics;  ///< ids
};
[[nodiscard]] std::string encode(const DiscoveryNote& note);
/// Errors: bad_state().
Result<DiscoveryNote> decode_discovery_note(std::string_view bytes);

}  // namespace turnstream::consolidation
