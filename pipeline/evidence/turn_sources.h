#pragma once
// The source that an item of a turn is. Episodic may have collapsed the item into an older one, or left it out; its id
// is computed all the same (docs/topics.md), so that later stages need not look. Threads: any; pure.

#include <string_view>

#include "pipeline/base/uuid5.h"
#include "pipeline/codec/ids.h"
#include "pipeline/model/source.h"
#include "pipeline/model/state_export.h"

namespace turnstream::evidence {

/// `pointer`: where in the turn the item stands, "/turn_data", "/observations/0", ….
inline model::Source source_at(const model::StateExport& turn, std::string_view pointer) {
  return {to_string(codec::memory_id(turn.agent_id, turn.turn_id, pointer)), std::string(turn.turn_id),
          std::string(turn.session_id)};
}

}  // namespace turnstream::evidence
