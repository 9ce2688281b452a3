#pragma once
// The topic of an item: the first tag that the producer gave to the part of the turn from which the item comes.
// Threads: any; pure.

#include <string_view>

#include "pipeline/model/state_export.h"

namespace turnstream::consolidation {

/// `pointer`: of the item, a JSON pointer into the turn, such as "/observations/0" or "/tool_executions/1/memory_writes/0".
/// Empty if that part has no tags. A view of the turn.
[[nodiscard]] std::string_view producer_tag(const model::StateExport& turn, std::string_view pointer);

}  // namespace turnstream::consolidation
