#pragma once
// The request of a chat with a model in the form that the parts share. Threads: any; pure.

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/effect_request.h"
#include "stages/consolidation/prompts/prompts.h"
#include "stages/consolidation/requests/model_settings.h"

namespace turnstream::consolidation {

/// What a request is about.
struct ChatTopic {
  std::string_view purpose;
  std::vector<std::string> items;  ///< ids of the memories that it shows
};

/// A request that the effects process tries up to three times. `content`: JSON, the message of the user; all foreign text
/// stands there. `format`: the JSON Schema of the answer, a help for the model that the reader of answers does not rely on.
[[nodiscard]] model::EffectRequest chat_request(ChatTopic topic, const Prompt& prompt, std::string_view content,
                                                std::string_view format, const ModelSettings& model);

}  // namespace turnstream::consolidation
