#pragma once
// The items of one turn, in this order: the chat; for each tool its use, the observations it added and its memory
// writes; then observations, goals, actions, errors, warnings. Skipped are a chat without text and an observation whose
// id an earlier one of the turn has. An item is complete but for its links, which depend on older items. Threads: any;
// pure.

#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"
#include "stages/episodic/item_draft.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// Returns at most settings.turn_items_max items. If the turn has more, the last item says how many were left out.
/// Precondition: input.turn is set.
[[nodiscard]] std::vector<NewItem> items_of_turn(const stage_api::Input& input, const EpisodicSettings& settings);

/// The ids that the first items of a turn have or would have, in each part of a turn that becomes items. It needs no turn, only its
/// id. Most turns have at least one of these items.
[[nodiscard]] std::vector<Uuid> first_ids_of_turn(std::string_view persona, std::string_view turn_id);

}  // namespace turnstream::episodic
