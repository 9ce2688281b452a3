#include "pipeline/runtime/intake_validator.h"

#include "pipeline/codec/command.h"
#include "pipeline/codec/effect_result.h"

namespace turnstream::runtime {
namespace {

std::string trace_id(const log::Record& record, std::string_view otherwise) {
  return std::string(record.header("trace_id").value_or(otherwise));
}

}  // namespace

std::variant<Accepted, Refused> IntakeValidator::check(SourceKind kind, const log::Record& record, WallTime now) {
  if (!record.value) {
    return Refused{{"invalid_json",
                    Reaction::kDeadLetter,
                    "The record has no value: a StateExport or command was expected.",
                    {},
                    {}},
                   {},
                   {}};
  }
  switch (kind) {
    case SourceKind::kTurns:
      return check_turn(record, now);
    case SourceKind::kCommands:
      return check_command(record);
    case SourceKind::kEffectResults:
      return check_effect_result(record);
  }
  return Refused{{"unknown_source", Reaction::kDeadLetter, "No input of intake.", {}, {}}, {}, {}};
}

std::variant<Accepted, Refused> IntakeValidator::check_turn(const log::Record& record, WallTime now) {
  auto parsed = parser_.parse(*record.value);
  if (!parsed.ok()) {
    return Refused{std::move(parsed).error(), std::string(record.key.value_or(std::string_view())), {}};
  }
  const auto& turn = **parsed;
  auto status = codec::check_key(record.key, turn.agent_id);
  if (status.ok()) {
    status = codec::check_not_in_future(turn.timestamp, now);
  }
  if (!status.ok()) {
    return Refused{std::move(status).error(), std::string(turn.agent_id), std::string(turn.turn_id)};
  }
  return Accepted{
      "turn", std::string(turn.agent_id), trace_id(record, turn.turn_id), std::string(turn.turn_id), turn.timestamp,
      true};
}

}  // namespace turnstream::runtime
