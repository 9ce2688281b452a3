#pragma once
// The sources of an item or derived memory: the first one and the newest others. Threads: any; pure.

#include <string_view>

#include "pipeline/model/source.h"

namespace turnstream::evidence {

/// Appends the source. Returns false and changes nothing if the list has an equal one. If the list then has more than
/// `sources_max` (at least 1) sources, removes the second; if sources_max is 1, removes the first.
bool add_source(model::SourceList& sources, model::SourceView source, std::size_t sources_max = model::kSourcesMax);
/// Both, the first ones first, bounded as add_source() does.
[[nodiscard]] model::SourceList joined(model::SourceList first, const model::SourceList& then);
[[nodiscard]] bool has_turn(const model::SourceList& sources, std::string_view turn_id);
[[nodiscard]] bool has_session(const model::SourceList& sources, std::string_view session_id);

}  // namespace turnstream::evidence
