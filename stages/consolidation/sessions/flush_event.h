#pragma once
// What a flush says of its window of messages: the event consolidation/flush, its sources, its text. Threads: the caller's.

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/session.h"
#include "pipeline/model/source.h"
#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/sessions/message_store.h"
#include "stages/consolidation/sessions/window_lines.h"

namespace turnstream::consolidation {

/// The chat items of the window's turns, each once, in order.
[[nodiscard]] std::vector<model::Source> sources_of(const Window& window, std::string_view persona,
                                                    std::string_view session_id);

/// All messages with names and dates, one below the other.
[[nodiscard]] std::string text_of(const Window& window);

/// `lines`: of the entry; none if there is no entry.
void announce_flush(const stage_api::Input& input, stage_api::PersonaContext& context, const model::Session& session,
                    const Window& window, const std::vector<WindowLine>& lines);

}  // namespace turnstream::consolidation
