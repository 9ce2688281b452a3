#include "pipeline/runtime/intake/intake_validator.h"

#include "pipeline/base/utf8.h"
#include "pipeline/codec/named_turn.h"

namespace turnstream::runtime {
namespace {

constexpr std::size_t kTraceIdBytesMax = 128;

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

std::string trace_id(const log::Record& record, std::string_view otherwise) {
  return std::string(usable_trace_id(record).value_or(otherwise));
}

/// The refusal of a turn. If the turn breaks a rule of the schema, its persona and turn id may still be readable.
Refused refused_turn(Error error, const log::Record& record) {
  std::string key(record.key.value_or(std::string_view()));
  if (error.code != error_codes::kSchema) {
    return {std::move(error), std::move(key), {}};
  }
  codec::NamedTurn named = codec::read_named_turn(*record.value);
  return {std::move(error), named.agent_id.empty() ? std::move(key) : std::move(named.agent_id),
          std::move(named.turn_id)};
}

}  // namespace

std::optional<std::string_view> usable_trace_id(const log::Record& record) {
  const auto id = record.header("trace_id");
  if (!id || id->empty() || id->size() > kTraceIdBytesMax || find_utf8_fault(*id)) {
    return std::nullopt;
  }
  for (std::size_t at = 0; at < id->size();) {
    const auto point = code_point_at(*id, at);
    if (is_control(point.value)) {
      return std::nullopt;
    }
    at += point.size;
  }
  return id;
}

std::variant<Accepted, Refused> IntakeValidator::check(SourceKind kind, const log::Record& record, WallTime now) {
  if (!record.value) {
    return Refused{make_error(error_codes::kInvalidJson, Reaction::kDeadLetter,
                              "The record has no value; intake expects a StateExport, a command or an effect result."),
                   {},
                   {}};
  }
  switch (kind) {
    case SourceKind::kTurns:
      return check_turn(record, now);
    case SourceKind::kCommands:
      return check_command(record, now);
    case SourceKind::kEffectResults:
      break;
  }
  return check_effect_result(record);
}

std::variant<Accepted, Refused> IntakeValidator::check_turn(const log::Record& record, WallTime now) {
  auto parsed = turns_.parse(*record.value);
  if (!parsed.ok()) {
    return refused_turn(std::move(parsed).error(), record);
  }
  const auto& turn = **parsed;
  auto status = codec::check_key(record.key, turn.agent_id);
  if (status.ok()) {
    status = codec::check_not_in_future(turn.timestamp, now, future_ms_max_);
  }
  if (!status.ok()) {
    return Refused{std::move(status).error(), std::string(turn.agent_id), std::string(turn.turn_id)};
  }
  return Accepted{
      "turn", std::string(turn.agent_id), trace_id(record, turn.turn_id), std::string(turn.turn_id), turn.timestamp,
      true};
}

std::variant<Accepted, Refused> IntakeValidator::check_command(const log::Record& record, WallTime now) {
  auto parsed = commands_.parse(*record.value);
  const std::string key(record.key.value_or(std::string_view()));
  if (!parsed.ok()) {
    return Refused{std::move(parsed).error(), key, {}};
  }
  const auto& command = **parsed;
  const std::string persona(command.persona_id.value_or(std::string_view()));
  if (command.persona_id) {
    if (auto status = codec::check_key(record.key, persona); !status.ok()) {
      return Refused{std::move(status).error(), persona, {}};
    }
  }
  Accepted accepted{"command", persona, trace_id(record, command.command_id), {}, EventTime{0}, false};
  if (command.kind == codec::CommandKind::kSettings || command.kind == codec::CommandKind::kRedrive) {
    accepted.kind = codec::name_of(command.kind);
  } else if (command.kind == codec::CommandKind::kTick) {
    accepted.kind = "tick";
    accepted.event_time = command.tick_time.value_or(EventTime{0});
    accepted.carries_time = true;
    if (auto status = check_tick(accepted.event_time, now); !status.ok()) {
      return Refused{std::move(status).error(), persona, {}};
    }
  }
  return accepted;
}

/// The event clock of a partition never goes back, so a command must not move it far into the future.
Status IntakeValidator::check_tick(EventTime time, WallTime now) const {
  if (clock_ == IntakeClock::kEvent) {
    return codec::check_not_in_future(time, now, future_ms_max_, "/args/time");
  }
  return make_error(
      error_codes::kUnknownCommand, Reaction::kDeadLetter,
      "A tick command is accepted under intake.clock=event only: under the wall clock intake writes the ticks "
      "itself.",
      "/kind", "intake.clock event");
}

std::variant<Accepted, Refused> IntakeValidator::check_effect_result(const log::Record& record) {
  auto parsed = effect_results_.parse(*record.value);
  if (!parsed.ok()) {
    return Refused{std::move(parsed).error(), std::string(record.key.value_or(std::string_view())), {}};
  }
  const auto& result = **parsed;
  if (auto status = codec::check_key(record.key, result.persona_id); !status.ok()) {
    return Refused{std::move(status).error(), std::string(result.persona_id), {}};
  }
  return Accepted{
      "effect_result", std::string(result.persona_id), trace_id(record, result.effect_id), {}, EventTime{0}, false};
}

}  // namespace turnstream::runtime
