#include "pipeline/runtime/intake/intake_validator.h"

#include "pipeline/base/utf8.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/named_turn.h"

namespace turnstream::runtime {
namespace {

using codec::CommandKind;

constexpr std::size_t kTraceIdBytesMax = 128;
/// Each settings command is written once for each partition of the log, all in one transaction.
constexpr std::size_t kSettingsBytesMax = 64u << 10;

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

Status check_topic(SourceKind source, CommandKind kind) {
  const bool is_share = kind == CommandKind::kShare || kind == CommandKind::kUnshare;
  if (is_share == (source == SourceKind::kShares)) {
    return {};
  }
  return make_error(error_codes::kUnknownCommand, Reaction::kDeadLetter,
                    is_share
                        ? "share and unshare are accepted on the shares topic only, which only consolidation writes."
                        : "Only share and unshare are accepted on the shares topic: send other commands to the "
                          "commands topic.",
                    "/kind", "topic");
}

/// A slip must not erase a whole persona: the command has to name it twice.
Status check_confirmed(const codec::Command& command) {
  if (!command.kept.forgets_all || command.kept.confirm == command.persona_id) {
    return {};
  }
  return make_error(error_codes::kSchema, Reaction::kDeadLetter,
                    "/args/confirm must be the persona_id, because /args/all is true: the command forgets everything "
                    "of the persona.",
                    "/args/confirm", "persona_id");
}

Status check_upstream_parts(const codec::Command& command) {
  for (const auto part : command.kept.upstream_parts) {
    if (auto read = codec::parse_completion(part); !read.ok() || !codec::peek_completion(part).ok()) {
      return make_error(error_codes::kSchema, Reaction::kDeadLetter,
                        "Each of /args/upstream/…/parts must be one part of a completion, byte for byte as its stage "
                        "wrote it.",
                        "/args/upstream", "completion");
    }
  }
  return {};
}

Status settings_too_large(std::size_t bytes) {
  return make_error(error_codes::kTooLarge, Reaction::kDeadLetter,
                    "The settings command has " + std::to_string(bytes) + " bytes, but at most " +
                        std::to_string(kSettingsBytesMax) + " are accepted.",
                    {}, "maximum " + std::to_string(kSettingsBytesMax) + " bytes");
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
    case SourceKind::kShares:
      return check_command(kind, record, now);
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
  auto status = codec::check_key(record.key, turn.agent_id, "/agent_id");
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

std::variant<Accepted, Refused> IntakeValidator::check_command(SourceKind source, const log::Record& record,
                                                               WallTime now) {
  auto parsed = commands_.parse(*record.value);
  const std::string key(record.key.value_or(std::string_view()));
  if (!parsed.ok()) {
    return Refused{std::move(parsed).error(), key, {}};
  }
  const auto& command = **parsed;
  const std::string persona(command.persona_id.value_or(std::string_view()));
  Status status = check_topic(source, command.kind);
  if (status.ok() && command.persona_id) {
    status = codec::check_key(record.key, persona, "/persona_id");
  }
  if (status.ok()) {
    status = check_content(command, *record.value, now);
  }
  if (!status.ok()) {
    return Refused{std::move(status).error(), command.persona_id ? persona : key, {}};
  }
  Accepted accepted{"command", persona, trace_id(record, command.command_id), {}, EventTime{0}, false};
  if (command.kind == CommandKind::kSettings || command.kind == CommandKind::kRedrive) {
    accepted.kind = codec::name_of(command.kind);
  } else if (command.kind == CommandKind::kClock) {
    accepted.kind = codec::name_of(command.kind);
    accepted.event_time = command.kept.time.value_or(EventTime{0});
  } else if (command.kind == CommandKind::kTick) {
    accepted.kind = "tick";
    accepted.event_time = command.kept.time.value_or(EventTime{0});
    accepted.carries_time = true;
  }
  return accepted;
}

Status IntakeValidator::check_content(const codec::Command& command, std::string_view bytes, WallTime now) const {
  switch (command.kind) {
    case CommandKind::kForget:
      return check_confirmed(command);
    case CommandKind::kRedrive:
      return check_upstream_parts(command);
    case CommandKind::kTick:
      return check_tick(command.kept.time.value_or(EventTime{0}), now);
    case CommandKind::kSettings:
      return bytes.size() <= kSettingsBytesMax ? memory_table_.check(bytes) : settings_too_large(bytes.size());
    default:
      return {};
  }
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
  if (auto status = codec::check_key(record.key, result.persona_id, "/persona_id"); !status.ok()) {
    return Refused{std::move(status).error(), std::string(result.persona_id), {}};
  }
  return Accepted{"effect_result", std::string(result.persona_id), trace_id(record, result.effect_id), {}, EventTime{0},
                  false,           std::string(result.effect_id),  std::string(result.request_hash)};
}

}  // namespace turnstream::runtime
