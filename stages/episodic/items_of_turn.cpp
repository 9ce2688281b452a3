#include "stages/episodic/items_of_turn.h"

#include <array>
#include <unordered_set>

#include "pipeline/codec/chat_content.h"
#include "pipeline/codec/ids.h"
#include "pipeline/model/names.h"
#include "stages/common/language/status_line.h"
#include "stages/episodic/content.h"
#include "stages/episodic/importance.h"
#include "stages/episodic/item_draft.h"
#include "stages/episodic/json_text.h"

namespace turnstream::episodic {
namespace {

using model::ItemType;

/// For tags, a JSON value's strings are decoded until this many bytes of text are found; the last string is complete.
constexpr std::size_t kTagTextBytesMax = 4096;

constexpr std::size_t kFirstOfPart = 3;

std::string pointer_to(std::string_view base, std::size_t index) {
  return std::string(base) + "/" + std::to_string(index);
}

/// The type with this name. If none of the seven types has the name, the item is an observation.
ItemType type_named(std::string_view name) {
  return value_in(model::kItemTypes, name).value_or(ItemType::kObservation);
}

/// Whether it only says how far something is: "half way through". An importance of its own says that it is worth more.
bool says_only_status(const model::Observation& observation, ItemType type) {
  return type == ItemType::kObservation && !observation.importance_millionths.has_value() &&
         language::is_bare_status(observation.content);
}

class Builder {
 public:
  Builder(const stage_api::Input& input, const EpisodicSettings& settings)
      : input_(input), turn_(*input.turn), settings_(settings), bonus_(bonus_of(turn_, settings)) {}

  std::vector<NewItem> build() {
    add_chat();
    for (std::size_t i = 0; i < turn_.tool_executions.size(); ++i) {
      add_tool(turn_.tool_executions[i], pointer_to("/tool_executions", i));
    }
    for (std::size_t i = 0; i < turn_.observations.size(); ++i) {
      add_observation(turn_.observations[i], pointer_to("/observations", i), {});
    }
    add_goals_and_actions();
    add_errors_and_warnings();
    if (left_out_ > 0) {
      sum_up();
    }
    return std::move(items_);
  }

 private:
  /// Whether one more item fits; counts the item as left out if it does not.
  bool has_room() {
    if (static_cast<std::int64_t>(items_.size()) < settings_.turn_items_max) {
      return true;
    }
    ++left_out_;
    return false;
  }

  void add_chat() {
    std::string content = codec::chat_content(turn_.turn_data);
    if (content.empty() || !has_room()) {
      return;
    }
    const std::array texts{turn_.turn_data.user_input, turn_.turn_data.assistant_response};
    add({.type = ItemType::kChat,
         .content = std::move(content),
         .pointer = "/turn_data",
         .source = "turn/chat",
         .bonus = bonus_.chat,
         .texts = texts});
  }

  void add_tool(const model::ToolExecution& tool, const std::string& pointer) {
    if (has_room()) {
      add_tool_use(tool, pointer);
    }
    for (std::size_t i = 0; i < tool.observations_added.size(); ++i) {
      add_observation(tool.observations_added[i], pointer_to(pointer + "/observations_added", i), tool.tool_id);
    }
    for (std::size_t i = 0; i < tool.memory_writes.size(); ++i) {
      add_memory_write(tool.memory_writes[i], pointer_to(pointer + "/memory_writes", i), tool.tool_id);
    }
  }

  void add_tool_use(const model::ToolExecution& tool, const std::string& pointer) {
    const std::string inputs = texts_in(tool.inputs_json, kTagTextBytesMax);
    const std::string outputs =
        tool.error.value_or("").empty() ? texts_in(tool.outputs_json, kTagTextBytesMax) : std::string(*tool.error);
    const std::array<std::string_view, 2> texts{inputs, outputs};
    const bool failed = tool.status == model::ToolStatus::kFailure || !tool.error.value_or("").empty();
    add({.type = ItemType::kToolUse,
         .content = tool_content(tool, settings_),
         .pointer = pointer,
         .source = "turn/tool",
         .texts = texts,
         .tool = tool.tool_id,
         .error = failed ? tool_error(tool, settings_) : std::string()});
  }

  void add_observation(const model::Observation& observation, std::string pointer, std::string_view tool) {
    const bool repeated = !observation.id.empty() && !observation_ids_.insert(observation.id).second;
    if (repeated || !has_room()) {
      return;
    }
    const ItemType type = type_named(observation.type);
    add({.type = type,
         .content = std::string(observation.content),
         .pointer = std::move(pointer),
         .source = "turn/observation",
         .given_importance = observation.importance_millionths,
         .bonus = type == ItemType::kError ? bonus_.error : 0,
         .given_tags = observation.tags,
         .texts = {&observation.content, 1},
         .tool = tool,
         .ephemeral = observation.ephemeral || says_only_status(observation, type),
         .references = observation.references});
  }

  void add_memory_write(const model::MemoryWrite& write, std::string pointer, std::string_view tool) {
    if (!has_room()) {
      return;
    }
    const ItemType type = type_named(write.type);
    add({.type = type,
         .content = std::string(write.content),
         .pointer = std::move(pointer),
         .source = "turn/memory_write",
         .given_importance = write.importance_millionths,
         .bonus = type == ItemType::kError ? bonus_.error : 0,
         .given_tags = write.tags,
         .texts = {&write.content, 1},
         .tool = tool});
  }

  void add_goals_and_actions() {
    for (std::size_t i = 0; i < turn_.goal_updates.size(); ++i) {
      const model::GoalUpdate& goal = turn_.goal_updates[i];
      if (has_room()) {
        add({.type = ItemType::kTask,
             .content = goal_content(goal),
             .pointer = pointer_to("/goal_updates", i),
             .source = "turn/goal",
             .texts = {&goal.notes, 1},
             .goal = goal.goal_id,
             .ephemeral = goal.status == model::GoalStatus::kActive && language::is_bare_status(goal.notes)});
      }
    }
    for (std::size_t i = 0; i < turn_.action_updates.size(); ++i) {
      const model::ActionUpdate& action = turn_.action_updates[i];
      if (has_room()) {
        const std::string result = texts_in(action.result_json, kTagTextBytesMax);
        const std::string_view text = result;
        add({.type = ItemType::kDecision,
             .content = action_content(action, settings_),
             .pointer = pointer_to("/action_updates", i),
             .source = "turn/action",
             .texts = {&text, 1},
             .action = action.action_id});
      }
    }
  }

  void add_errors_and_warnings() {
    for (std::size_t i = 0; i < turn_.errors.size(); ++i) {
      if (has_room()) {
        add({.type = ItemType::kError,
             .content = std::string(turn_.errors[i]),
             .pointer = pointer_to("/errors", i),
             .source = "turn/error",
             .bonus = bonus_.error,
             .texts = {&turn_.errors[i], 1}});
      }
    }
    static constexpr std::array<std::string_view, 1> kWarningTags{"warning"};
    for (std::size_t i = 0; i < turn_.warnings.size(); ++i) {
      if (has_room()) {
        add({.content = std::string(turn_.warnings[i]),
             .pointer = pointer_to("/warnings", i),
             .source = "turn/warning",
             .given_tags = kWarningTags,
             .texts = {&turn_.warnings[i], 1}});
      }
    }
  }

  /// Replaces the last item by one that says how many items were left out, the replaced one included.
  void sum_up() {
    items_.pop_back();
    add({.content = std::to_string(left_out_ + 1) + " more items of this turn were left out",
         .pointer = "",
         .source = "turn/left_out"});
  }

  void add(Draft draft) { items_.push_back(make_item(std::move(draft), input_, settings_)); }

  const stage_api::Input& input_;
  const model::StateExport& turn_;
  const EpisodicSettings& settings_;
  TurnBonus bonus_;
  std::unordered_set<std::string_view> observation_ids_;
  std::vector<NewItem> items_;
  std::int64_t left_out_ = 0;
};

}  // namespace

std::vector<NewItem> items_of_turn(const stage_api::Input& input, const EpisodicSettings& settings) {
  return Builder(input, settings).build();
}

std::vector<Uuid> first_ids_of_turn(std::string_view persona, std::string_view turn_id) {
  std::vector<Uuid> ids{codec::memory_id(persona, turn_id, "/turn_data")};
  for (const std::string_view part :
       {"/tool_executions", "/observations", "/goal_updates", "/action_updates", "/errors", "/warnings"}) {
    for (std::size_t i = 0; i < kFirstOfPart; ++i) {
      ids.push_back(codec::memory_id(persona, turn_id, pointer_to(part, i)));
    }
  }
  return ids;
}

}  // namespace turnstream::episodic
