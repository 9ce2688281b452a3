#include "stages/episodic/importance.h"

#include <algorithm>

#include "pipeline/base/decimal.h"
#include "stages/common/evidence/access_bonus.h"
#include "stages/episodic/signals/importance_signals.h"

namespace turnstream::episodic {
namespace {

bool acted(const model::StateExport& turn) {
  return turn.action_taken.value_or(
      std::any_of(turn.tool_executions.begin(), turn.tool_executions.end(),
                  [](const model::ToolExecution& tool) { return tool.status == model::ToolStatus::kSuccess; }));
}

std::int64_t importance_of_type(model::ItemType type, const EpisodicSettings& settings) {
  switch (type) {
    case model::ItemType::kChat:
      return settings.chat_importance;
    case model::ItemType::kObservation:
      return settings.observation_importance;
    case model::ItemType::kTask:
      return settings.task_importance;
    case model::ItemType::kDecision:
      return settings.decision_importance;
    case model::ItemType::kToolUse:
      return settings.tool_use_importance;
    case model::ItemType::kError:
      return settings.error_importance;
    case model::ItemType::kInsight:
      return settings.insight_importance;
  }
  return settings.observation_importance;
}

}  // namespace

TurnBonus bonus_of(const model::StateExport& turn, const EpisodicSettings& settings) {
  TurnBonus bonus;
  bonus.chat += turn.mentioned_me ? settings.mentioned_me_bonus : 0;
  bonus.chat += turn.user_direct_message ? settings.user_direct_message_bonus : 0;
  bonus.chat += acted(turn) ? settings.action_taken_bonus : 0;
  bonus.chat += weight_of_words(turn.turn_data);
  bonus.error += turn.error_recovered ? settings.error_recovered_bonus : 0;
  return bonus;
}

std::int64_t base_importance(model::ItemType type, std::optional<std::int64_t> given, std::int64_t bonus,
                             const EpisodicSettings& settings) {
  return std::clamp<std::int64_t>(given.value_or(importance_of_type(type, settings)) + bonus, 0, kMillion);
}

std::int64_t importance(std::int64_t base, std::int64_t access_count, const EpisodicSettings& settings) {
  return evidence::with_access_bonus(base, access_count, {settings.access_bonus, settings.access_bonus_max});
}

}  // namespace turnstream::episodic
