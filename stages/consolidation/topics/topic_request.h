#pragma once
// The request to a model about the items of one topic, and what it answers. The answer is foreign text: everything in it
// is checked, cut and cleaned. Threads: any; pure.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/effect_request.h"
#include "stages/consolidation/requests/model_settings.h"
#include "stages/consolidation/topics/topic_call.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kTopicsPurpose = "topics";

/// Shows the items that have a text; `items` of the request has their ids.
[[nodiscard]] model::EffectRequest topics_request(const TopicCall& call, const ModelSettings& model);

struct TopicReply {
  bool readable = false;
  std::vector<std::string> facts;  ///< each once, at most 300 code points, without control characters
};

/// Reads `{"facts":["…"]}`, `{"items":["…"]}` or `["…"]`.
[[nodiscard]] TopicReply read_topic_reply(std::string_view text, std::size_t facts_max);

}  // namespace turnstream::consolidation
