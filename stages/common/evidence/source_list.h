#pragma once
// The sources of a derived thing: where it was first seen, and the newest others. Threads: any; pure.

#include <string_view>

#include "pipeline/model/source.h"

namespace turnstream::evidence {

/// False, and nothing changes, if it is there already. Beyond `sources_max` (at least 1) the oldest but the first
/// leaves.
bool add_source(model::SourceList& sources, model::SourceView source, std::size_t sources_max = model::kSourcesMax);
[[nodiscard]] bool has_turn(const model::SourceList& sources, std::string_view turn_id);
[[nodiscard]] bool has_session(const model::SourceList& sources, std::string_view session_id);

}  // namespace turnstream::evidence
