#pragma once
// The request to a model about a window of messages. Threads: any; pure.

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/effect_request.h"
#include "stages/consolidation/requests/model_settings.h"
#include "stages/consolidation/requests/shown_words.h"
#include "stages/consolidation/sessions/message_store.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kFlushPurpose = "flush";

/// What the daily log and the insights have already.
struct KnownTexts {
  std::vector<std::string> daily_lines;  ///< oldest first
  std::vector<std::string> insights;
};

[[nodiscard]] ShownWords words_of(const KnownTexts& known);

/// `items`: the ids of the chat items of the window's turns.
[[nodiscard]] model::EffectRequest flush_request(const Window& window, std::vector<std::string> items,
                                                 const KnownTexts& known, const ModelSettings& model);

}  // namespace turnstream::consolidation
