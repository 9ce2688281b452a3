#pragma once
// StateExport: one turn of one agent, as stages receive it. Its views are valid while the codec::TurnParser
// that produced it exists, until its next parse; a stage copies what it stores. Texts are unescaped UTF-8. A `*_json`
// view is the JSON value as the producer wrote it; if that is missing, `{}` or 0. Ranges and limits:
// schemas/state_export.schema.json. Threads: those of its parser.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"

namespace turnstream::model {

enum class Urgency { kHigh, kMedium, kLow };
enum class ToolStatus { kSuccess, kFailure, kPartial };
enum class GoalStatus { kActive, kCompleted, kFailed };
enum class ActionStatus { kPending, kCompleted, kFailed };
enum class Domain { kChat, kCode, kAcademy, kSelf };

struct Observation {
  std::string_view id;
  std::string_view type;
  std::string_view content;
  std::string_view source;
  std::int64_t confidence_millionths = 0;
  std::vector<std::string_view> tags;
  bool ephemeral = false;
  std::optional<std::int64_t> importance_millionths;
  std::vector<std::string_view> references;
};

struct MemoryWrite {
  std::string_view type;
  std::string_view content;
  std::optional<std::int64_t> importance_millionths;
  std::vector<std::string_view> tags;
};

struct ToolExecution {
  std::string_view tool_id;
  ToolStatus status = ToolStatus::kSuccess;
  std::string_view inputs_json;
  std::string_view outputs_json;
  std::int64_t duration_ms = 0;
  std::int64_t tokens_used = 0;
  std::optional<std::string_view> error;
  std::vector<Observation> observations_added;
  std::vector<MemoryWrite> memory_writes;
};

struct GoalUpdate {
  std::string_view goal_id;
  GoalStatus status = GoalStatus::kActive;
  std::int64_t progress_millionths = 0;
  std::string_view progress_json;  ///< the progress as a JSON number
  std::string_view notes;
};

struct ActionUpdate {
  std::string_view action_id;
  ActionStatus status = ActionStatus::kPending;
  std::string_view result_json;
};

struct TurnData {
  std::string_view user_input;
  std::string_view assistant_response;
  Urgency urgency = Urgency::kMedium;
  std::string_view mode;
  std::optional<std::string_view> parent_turn_id;
};

struct TurnMetadata {
  std::vector<std::string_view>
      daemons_activated;  ///< the values of this field and of hobgoblins_activated, its other name
  std::vector<std::string_view> tools_used;
  std::vector<std::string_view> memory_types_accessed;
  std::vector<std::string_view> memories_recalled;
};

struct StateExport {
  std::string_view turn_id;
  std::string_view agent_id;
  EventTime timestamp;
  std::int64_t duration_ms = 0;
  TurnData turn_data;
  std::vector<ToolExecution> tool_executions;
  std::vector<Observation> observations;
  std::vector<GoalUpdate> goal_updates;
  std::vector<ActionUpdate> action_updates;
  std::vector<std::string_view> errors;
  std::vector<std::string_view> warnings;
  TurnMetadata metadata;

  std::string_view
      session_id;  ///< if not given: "<room_id>/<thread_id>", the one that is given, or "default"; never empty
  std::optional<std::string_view> room_id;
  std::optional<std::string_view> thread_id;
  std::optional<std::string_view> user_id;
  std::optional<std::string_view> user_name;  ///< how texts call the user; without it they show user_id
  std::optional<std::string_view> task_id;
  std::optional<std::string_view> message_id;
  std::optional<std::string_view> agent_name;
  Domain domain = Domain::kChat;
  bool mentioned_me = false;
  bool user_direct_message = false;
  std::optional<bool> action_taken;  ///< if absent, the episodic stage takes it as true if at least one tool succeeded
  bool error_recovered = false;

  /// The canonical hash of the whole turn (json/canonical_hash.h). It distinguishes a repeated turn (same id, equal
  /// hash) from a conflicting one (same id, different hash).
  std::uint64_t content_hash = 0;
};

}  // namespace turnstream::model
