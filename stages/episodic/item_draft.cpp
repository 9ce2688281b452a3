#include "stages/episodic/item_draft.h"

#include "pipeline/base/utf8.h"
#include "pipeline/codec/ids.h"
#include "stages/episodic/importance.h"
#include "stages/episodic/tags.h"

namespace turnstream::episodic {
namespace {

std::vector<std::pair<std::string, std::string>> context_of(const Draft& draft, const model::StateExport& turn) {
  std::vector<std::pair<std::string, std::string>> context;
  const auto add = [&context](const char* name, std::string_view text) {
    if (!text.empty()) {
      context.emplace_back(name, text);
    }
  };
  add("user_id", turn.user_id.value_or(""));
  add("user_name", turn.user_name.value_or(""));
  add("room_id", turn.room_id.value_or(""));
  add("thread_id", turn.thread_id.value_or(""));
  add("task_id", turn.task_id.value_or(""));
  add("message_id", turn.message_id.value_or(""));
  add("agent_name", turn.agent_name.value_or(""));
  add("tool_id", draft.tool);
  add("goal_id", draft.goal);
  add("action_id", draft.action);
  add("error", draft.error);
  return context;
}

}  // namespace

NewItem make_item(Draft draft, const stage_api::Input& input, const EpisodicSettings& settings) {
  const model::StateExport& turn = *input.turn;
  NewItem made;
  made.id = codec::memory_id(input.persona, turn.turn_id, draft.pointer);
  made.tool = draft.tool;
  made.goal = draft.goal;
  model::MemoryItem& item = made.item;
  item.id = to_string(made.id);
  item.persona_id = std::string(input.persona);
  item.session_id = std::string(turn.session_id);
  item.type = draft.type;
  const auto length_max = static_cast<std::size_t>(settings.content_code_points_max);
  const std::size_t kept = first_code_points(draft.content, length_max).size();
  item.truncated = kept < draft.content.size();
  draft.content.resize(kept);
  item.content = std::move(draft.content);
  item.context = context_of(draft, turn);
  item.timestamp = turn.timestamp;
  item.recorded_at = input.log_time;
  item.base_importance = base_importance(draft.type, draft.given_importance, draft.bonus, settings);
  item.importance = item.base_importance;
  item.tags = tags_of(draft.given_tags, draft.texts, settings);
  item.domain = turn.domain;
  item.ephemeral = draft.ephemeral;
  item.references.assign(draft.references.begin(), draft.references.end());
  item.source = std::string(draft.source);
  item.provenance = {std::string(turn.turn_id), std::move(draft.pointer), std::string(input.source_topic),
                     input.source_partition, input.source_offset};
  return made;
}

}  // namespace turnstream::episodic
