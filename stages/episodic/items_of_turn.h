#pragma once
// The items of one turn, in their order: the chat; per tool its use, the observations it added, its memory writes; then
// observations, goals, actions, errors, warnings. Each is complete but for what depends on the items before it (links).
// Threads: any; pure.

#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/episodic/item_draft.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// At most settings.turn_items_max; where there are more, the last one says how many were left out.
/// Precondition: input.turn is set.
[[nodiscard]] std::vector<NewItem> items_of_turn(const stage_api::Input& input, const EpisodicSettings& settings);

}  // namespace turnstream::episodic
