#pragma once
// The request to a model about insights that may belong together. Threads: any; pure.

#include <span>

#include "pipeline/model/effect_request.h"
#include "pipeline/model/insight.h"
#include "stages/consolidation/requests/model_settings.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kMetaPurpose = "meta";

/// The insights have the indexes 0, 1, …; `items` of the request has their ids in that order.
[[nodiscard]] model::EffectRequest meta_request(std::span<const model::Insight> insights, const ModelSettings& model);

}  // namespace turnstream::consolidation
