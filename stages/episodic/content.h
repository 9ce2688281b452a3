#pragma once
// The content of items by their kind, exactly as docs/topics.md says, and the cut to its greatest length.
// Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/model/state_export.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// `User: …\nMe: …`, an empty side left out; empty if both are.
[[nodiscard]] std::string chat_content(const model::TurnData& turn);

/// `Tool <id> (<status>): <inputs> → <error or outputs>`
[[nodiscard]] std::string tool_content(const model::ToolExecution& tool, const EpisodicSettings& settings);

/// `Goal <id> <status> <progress>: <notes>`, progress as the producer wrote it.
[[nodiscard]] std::string goal_content(const model::GoalUpdate& goal);

/// `Action <id> <status>: <result>`
[[nodiscard]] std::string action_content(const model::ActionUpdate& action, const EpisodicSettings& settings);

/// What a failed tool said, cut like an excerpt; its status if it said nothing.
[[nodiscard]] std::string tool_error(const model::ToolExecution& tool, const EpisodicSettings& settings);

}  // namespace turnstream::episodic
