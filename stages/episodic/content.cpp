#include "stages/episodic/content.h"

#include "pipeline/base/utf8.h"
#include "pipeline/model/names.h"
#include "stages/episodic/json_text.h"

namespace turnstream::episodic {
namespace {

std::size_t excerpt_size(const EpisodicSettings& settings) {
  return static_cast<std::size_t>(settings.excerpt_code_points_max);
}

bool said_something(const model::ToolExecution& tool) {
  return tool.error.has_value() && !tool.error->empty();
}

}  // namespace

std::string tool_content(const model::ToolExecution& tool, const EpisodicSettings& settings) {
  std::string content = "Tool ";
  content.append(tool.tool_id).append(" (").append(name_in(model::kToolStatuses, tool.status)).append("): ");
  append_compact(content, tool.inputs_json, excerpt_size(settings));
  content.append(" → ");
  if (said_something(tool)) {
    content.append(first_code_points(*tool.error, excerpt_size(settings)));
  } else {
    append_compact(content, tool.outputs_json, excerpt_size(settings));
  }
  return content;
}

std::string goal_content(const model::GoalUpdate& goal) {
  std::string content = "Goal ";
  content.append(goal.goal_id).append(" ").append(name_in(model::kGoalStatuses, goal.status)).append(" ");
  content.append(goal.progress_json).append(": ").append(goal.notes);
  return content;
}

std::string action_content(const model::ActionUpdate& action, const EpisodicSettings& settings) {
  std::string content = "Action ";
  content.append(action.action_id).append(" ").append(name_in(model::kActionStatuses, action.status)).append(": ");
  append_compact(content, action.result_json, excerpt_size(settings));
  return content;
}

std::string tool_error(const model::ToolExecution& tool, const EpisodicSettings& settings) {
  return std::string(said_something(tool) ? first_code_points(*tool.error, excerpt_size(settings))
                                          : name_in(model::kToolStatuses, tool.status));
}

}  // namespace turnstream::episodic
