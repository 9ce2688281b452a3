#pragma once
// The request to a model about entries of working memory. Threads: any; pure.

#include <span>
#include <utility>

#include "pipeline/model/effect_request.h"
#include "stages/consolidation/requests/model_settings.h"
#include "stages/consolidation/working/entry_store.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kPass2Purpose = "pass2";

/// The entries have the indexes 0, 1, … of their places in the batch; `items` of the request has their ids in that order.
[[nodiscard]] model::EffectRequest pass2_request(std::span<const std::pair<Place, Entry>> batch,
                                                 const ModelSettings& model);

}  // namespace turnstream::consolidation
