#pragma once
// What several views of a persona share: its navigation, the search form, the live feed, the dialogs, the line about the moment.
// Threads: pure.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/page/html.h"
#include "app/page/memory_markup.h"

namespace turnstream::app {

/// Links to the views of the persona. `here`: the path below the persona that is shown.
void write_persona_links(Html& html, const MemoryPlace& place, std::string_view here);
/// The form of the search, filled with what was asked. It works without JavaScript.
void write_search_form(Html& html, const MemoryPlace& place, const std::string& query, const std::string& kind);
/// Up to which record of the log the answer takes memory into account, and for which stages it waits.
void write_moment(Html& html, const nlohmann::json& answer, const MemoryPlace& place);
/// Where JavaScript shows turns as they pass the phases. `persona`: empty: of all.
void write_feed(Html& html, const std::string& persona);
/// The dialogs to correct and to forget, which JavaScript opens.
void write_dialogs(Html& html);
/// The entries of a timeline, the newest first.
void write_history(Html& html, const nlohmann::json& entries, const MemoryPlace& place);

}  // namespace turnstream::app
