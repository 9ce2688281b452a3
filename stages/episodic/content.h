#pragma once
// The content of items made from a tool execution, goal update or action update. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/model/state_export.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// `Tool <id> (<status>): <inputs> → <error, or if it is absent or empty the outputs>`
[[nodiscard]] std::string tool_content(const model::ToolExecution& tool, const EpisodicSettings& settings);

/// `Goal <id> <status> <progress>: <notes>`, progress as the producer wrote it.
[[nodiscard]] std::string goal_content(const model::GoalUpdate& goal);

/// `Action <id> <status>: <result>`
[[nodiscard]] std::string action_content(const model::ActionUpdate& action, const EpisodicSettings& settings);

/// The tool's error, cut to excerpt_code_points_max; the name of its status if the error is absent or empty.
[[nodiscard]] std::string tool_error(const model::ToolExecution& tool, const EpisodicSettings& settings);

}  // namespace turnstream::episodic
