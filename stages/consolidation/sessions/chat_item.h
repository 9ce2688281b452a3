#pragma once
// The id of the item that episodic makes of a turn's two messages. Threads: any; pure.

#include <string_view>

#include "pipeline/codec/ids.h"

namespace turnstream::consolidation {

[[nodiscard]] inline Uuid chat_item_of(std::string_view persona, std::string_view turn_id) {
  return codec::memory_id(persona, turn_id, "/turn_data");
}

}  // namespace turnstream::consolidation
