#include "pipeline/codec/turn_fields.h"

#include <array>

#include "pipeline/base/label_bounds.h"
#include "pipeline/base/utf8.h"
#include "pipeline/codec/named_turn.h"
#include "pipeline/codec/schema_names.h"
#include "pipeline/codec/turn_id.h"

namespace turnstream::codec {
namespace {

using model::ActionStatus;
using model::ActionUpdate;
using model::Domain;
using model::GoalStatus;
using model::GoalUpdate;
using model::MemoryWrite;
using model::Observation;
using model::StateExport;
using model::ToolExecution;
using model::ToolStatus;
using model::TurnData;
using model::TurnMetadata;
using model::Urgency;

constexpr std::int64_t kOneInMillionths = 1'000'000;

constexpr auto kUrgencies = std::to_array<json::Choice<Urgency>>(
    {{"HIGH", Urgency::kHigh}, {"MEDIUM", Urgency::kMedium}, {"LOW", Urgency::kLow}});
constexpr auto kToolStatuses = std::to_array<json::Choice<ToolStatus>>(
    {{"success", ToolStatus::kSuccess}, {"failure", ToolStatus::kFailure}, {"partial", ToolStatus::kPartial}});
constexpr auto kGoalStatuses = std::to_array<json::Choice<GoalStatus>>(
    {{"active", GoalStatus::kActive}, {"completed", GoalStatus::kCompleted}, {"failed", GoalStatus::kFailed}});
constexpr auto kActionStatuses = std::to_array<json::Choice<ActionStatus>>(
    {{"pending", ActionStatus::kPending}, {"completed", ActionStatus::kCompleted}, {"failed", ActionStatus::kFailed}});
constexpr auto kDomains = std::to_array<json::Choice<Domain>>(
    {{"chat", Domain::kChat}, {"code", Domain::kCode}, {"academy", Domain::kAcademy}, {"self", Domain::kSelf}});

template <typename E, std::size_t N>
E choose(Reader& reader, Node value, const std::array<json::Choice<E>, N>& choices) {
  return reader.choice<E>(value, choices);
}

/// Appends a `T` to `into` for each element of the array and reads the element into it with the table `fields`.
template <typename T, std::size_t N>
void objects(Reader& reader, Node array, const std::array<json::Field<T>, N>& fields, std::vector<T>& into) {
  reader.each(array, [&](Node element) { reader.object<T>(element, fields, into.emplace_back()); });
}

std::string_view read_turn_id(Reader& reader, Node value) {
  const std::string_view text = reader.string(value);
  if (const auto fault = turn_id_fault(text); fault.has_value()) {
    reader.violation(value, "pattern", *fault);
  }
  return text;
}

constexpr auto kObservationFields = std::to_array<json::Field<Observation>>({
    {"id", kRequired, [](Reader& r, Node v, Observation& o) { o.id = r.string(v); }},
    {"type", kRequired, [](Reader& r, Node v, Observation& o) { o.type = r.string(v); }},
    {"content", kRequired, [](Reader& r, Node v, Observation& o) { o.content = r.string(v); }},
    {"source", kOptional, [](Reader& r, Node v, Observation& o) { o.source = r.string(v); }},
    {"confidence", kOptional,
     [](Reader& r, Node v, Observation& o) { o.confidence_millionths = r.unit_millionths(v); }},
    {"tags", kOptional, [](Reader& r, Node v, Observation& o) { r.strings(v, o.tags); }},
    {"ephemeral", kOptional,
     [](Reader& r, Node v, Observation& o) { r.unless_null(v, [&] { o.ephemeral = r.boolean(v); }); }},
    {"importance", kOptional,
     [](Reader& r, Node v,
        Observation& o) { r.unless_null(v, [&] { o.importance_millionths = r.unit_millionths(v); }); }},
    {"references", kOptional,
     [](Reader& r, Node v, Observation& o) { r.unless_null(v, [&] { r.strings(v, o.references); }); }},
});

void read_observations(Reader& reader, Node array, std::vector<Observation>& into) {
  reader.each(array, [&](Node element) {
    Observation& observation = into.emplace_back();
    observation.confidence_millionths = kOneInMillionths;
    reader.object<Observation>(element, kObservationFields, observation);
  });
}

constexpr auto kMemoryWriteFields = std::to_array<json::Field<MemoryWrite>>({
    {"type", kRequired, [](Reader& r, Node v, MemoryWrite& w) { w.type = r.string(v); }},
    {"content", kRequired, [](Reader& r, Node v, MemoryWrite& w) { w.content = r.string(v); }},
    {"importance", kOptional,
     [](Reader& r, Node v, MemoryWrite& w) {
       r.unless_null(v, [&] { w.importance_millionths = r.unit_millionths(v); });
     }},
    {"tags", kOptional, [](Reader& r, Node v, MemoryWrite& w) { r.unless_null(v, [&] { r.strings(v, w.tags); }); }},
});

constexpr auto kToolFields = std::to_array<json::Field<ToolExecution>>({
    {"tool_id", kRequired, [](Reader& r, Node v, ToolExecution& t) { t.tool_id = r.string(v); }},
    {"status", kRequired, [](Reader& r, Node v, ToolExecution& t) { t.status = choose(r, v, kToolStatuses); }},
    {"inputs", kOptional, [](Reader& r, Node v, ToolExecution& t) { t.inputs_json = r.object_json(v); }},
    {"outputs", kOptional, [](Reader& r, Node v, ToolExecution& t) { t.outputs_json = r.object_json(v); }},
    {"duration_ms", kOptional, [](Reader& r, Node v, ToolExecution& t) { t.duration_ms = r.count(v); }},
    {"tokens_used", kOptional, [](Reader& r, Node v, ToolExecution& t) { t.tokens_used = r.whole_count(v); }},
    {"error", kOptional, [](Reader& r, Node v, ToolExecution& t) { t.error = r.string_or_null(v); }},
    {"observations_added", kOptional,
     [](Reader& r, Node v, ToolExecution& t) { read_observations(r, v, t.observations_added); }},
    {"memory_writes", kOptional,
     [](Reader& r, Node v, ToolExecution& t) { objects(r, v, kMemoryWriteFields, t.memory_writes); }},
});

void read_tools(Reader& reader, Node array, std::vector<ToolExecution>& into) {
  reader.each(array, [&](Node element) {
    ToolExecution& tool = into.emplace_back();
    tool.inputs_json = "{}";
    tool.outputs_json = "{}";
    reader.object<ToolExecution>(element, kToolFields, tool);
  });
}

constexpr auto kGoalFields = std::to_array<json::Field<GoalUpdate>>({
    {"goal_id", kRequired, [](Reader& r, Node v, GoalUpdate& g) { g.goal_id = r.string(v); }},
    {"status", kRequired, [](Reader& r, Node v, GoalUpdate& g) { g.status = choose(r, v, kGoalStatuses); }},
    {"progress", kOptional,
     [](Reader& r, Node v, GoalUpdate& g) {
       g.progress_millionths = r.unit_millionths(v);
       g.progress_json = r.node(v).text;
     }},
    {"notes", kOptional, [](Reader& r, Node v, GoalUpdate& g) { g.notes = r.string(v); }},
});

void read_goals(Reader& reader, Node array, std::vector<GoalUpdate>& into) {
  reader.each(array, [&](Node element) {
    GoalUpdate& goal = into.emplace_back();
    goal.progress_json = "0";
    reader.object<GoalUpdate>(element, kGoalFields, goal);
  });
}

constexpr auto kActionFields = std::to_array<json::Field<ActionUpdate>>({
    {"action_id", kRequired, [](Reader& r, Node v, ActionUpdate& a) { a.action_id = r.string(v); }},
    {"status", kRequired, [](Reader& r, Node v, ActionUpdate& a) { a.status = choose(r, v, kActionStatuses); }},
    {"result", kOptional, [](Reader& r, Node v, ActionUpdate& a) { a.result_json = r.object_json(v); }},
});

void read_actions(Reader& reader, Node array, std::vector<ActionUpdate>& into) {
  reader.each(array, [&](Node element) {
    ActionUpdate& action = into.emplace_back();
    action.result_json = "{}";
    reader.object<ActionUpdate>(element, kActionFields, action);
  });
}

constexpr auto kTurnDataFields = std::to_array<json::Field<TurnData>>({
    {"user_input", kRequired, [](Reader& r, Node v, TurnData& d) { d.user_input = r.string(v); }},
    {"assistant_response", kRequired, [](Reader& r, Node v, TurnData& d) { d.assistant_response = r.string(v); }},
    {"urgency", kOptional, [](Reader& r, Node v, TurnData& d) { d.urgency = choose(r, v, kUrgencies); }},
    {"mode", kOptional, [](Reader& r, Node v, TurnData& d) { d.mode = r.string(v); }},
    {"parent_turn_id", kOptional, [](Reader& r, Node v, TurnData& d) { d.parent_turn_id = r.string_or_null(v); }},
});

void read_budget(Reader& reader, Node value, TurnMetadata& /*into*/) {
  reader.unless_null(value, [&] { reader.number(value); });
}

constexpr auto kMetadataFields = std::to_array<json::Field<TurnMetadata>>({
    {"daemons_activated", kOptional, [](Reader& r, Node v, TurnMetadata& m) { r.strings(v, m.daemons_activated); }},
    {"hobgoblins_activated", kOptional, [](Reader& r, Node v, TurnMetadata& m) { r.strings(v, m.daemons_activated); }},
    {"tools_used", kOptional, [](Reader& r, Node v, TurnMetadata& m) { r.strings(v, m.tools_used); }},
    {"memory_types_accessed", kOptional,
     [](Reader& r, Node v, TurnMetadata& m) { r.strings(v, m.memory_types_accessed); }},
    {"memories_recalled", kOptional,
     [](Reader& r, Node v, TurnMetadata& m) { r.unless_null(v, [&] { r.strings(v, m.memories_recalled); }); }},
    {"budget_used", kOptional, read_budget},
    {"budget_total", kOptional, read_budget},
});

template <auto kMember>
void text_extension(Reader& reader, Node value, StateExport& turn) {
  turn.*kMember = reader.string_or_null(value);
}

/// A longer name is cut: it stands in each text about the user.
template <auto kMember>
void name_extension(Reader& reader, Node value, StateExport& turn) {
  text_extension<kMember>(reader, value, turn);
  if ((turn.*kMember).has_value()) {
    turn.*kMember = first_code_points(*(turn.*kMember), kNameCodePointsMax);
  }
}

template <auto kMember>
void flag_extension(Reader& reader, Node value, StateExport& turn) {
  reader.unless_null(value, [&] { turn.*kMember = reader.boolean(value); });
}

constexpr auto kTurnFields = std::to_array<json::Field<StateExport>>({
    {"turn_id", kRequired, [](Reader& r, Node v, StateExport& t) { t.turn_id = read_turn_id(r, v); }},
    {"agent_id", kRequired,
     [](Reader& r, Node v, StateExport& t) { t.agent_id = r.non_empty_string(v, kAgentIdCodePointsMax); }},
    {"timestamp", kRequired, [](Reader& r, Node v, StateExport& t) { t.timestamp = r.time(v); }},
    {"duration_ms", kOptional, [](Reader& r, Node v, StateExport& t) { t.duration_ms = r.count(v); }},
    {"turn_data", kRequired,
     [](Reader& r, Node v, StateExport& t) { r.object<TurnData>(v, kTurnDataFields, t.turn_data); }},
    {"tool_executions", kOptional, [](Reader& r, Node v, StateExport& t) { read_tools(r, v, t.tool_executions); }},
    {"observations", kOptional, [](Reader& r, Node v, StateExport& t) { read_observations(r, v, t.observations); }},
    {"goal_updates", kOptional, [](Reader& r, Node v, StateExport& t) { read_goals(r, v, t.goal_updates); }},
    {"action_updates", kOptional, [](Reader& r, Node v, StateExport& t) { read_actions(r, v, t.action_updates); }},
    {"errors", kOptional, [](Reader& r, Node v, StateExport& t) { r.strings(v, t.errors); }},
    {"warnings", kOptional, [](Reader& r, Node v, StateExport& t) { r.strings(v, t.warnings); }},
    {"metadata", kOptional,
     [](Reader& r, Node v, StateExport& t) { r.object<TurnMetadata>(v, kMetadataFields, t.metadata); }},
    {"session_id", kOptional,
     [](Reader& r, Node v, StateExport& t) { t.session_id = r.string_or_null(v).value_or(std::string_view()); }},
    {"room_id", kOptional, text_extension<&StateExport::room_id>},
    {"thread_id", kOptional, text_extension<&StateExport::thread_id>},
    {"user_id", kOptional, text_extension<&StateExport::user_id>},
    {"user_name", kOptional, name_extension<&StateExport::user_name>},
    {"task_id", kOptional, text_extension<&StateExport::task_id>},
    {"message_id", kOptional, text_extension<&StateExport::message_id>},
    {"agent_name", kOptional, name_extension<&StateExport::agent_name>},
    {"domain", kOptional,
     [](Reader& r, Node v, StateExport& t) { r.unless_null(v, [&] { t.domain = choose(r, v, kDomains); }); }},
    {"mentioned_me", kOptional, flag_extension<&StateExport::mentioned_me>},
    {"user_direct_message", kOptional, flag_extension<&StateExport::user_direct_message>},
    {"action_taken", kOptional, flag_extension<&StateExport::action_taken>},
    {"error_recovered", kOptional, flag_extension<&StateExport::error_recovered>},
});

}  // namespace

void read_turn(json::SchemaReader& reader, StateExport& turn) {
  reader.object<StateExport>(json::Tape::kRoot, kTurnFields, turn);
}

}  // namespace turnstream::codec
