#include "pipeline/codec/command.h"

#include <array>
#include <string>

#include "pipeline/codec/schema_names.h"
#include "pipeline/model/command_args.h"

namespace turnstream::codec {
namespace {

constexpr auto kKinds = std::to_array<json::Choice<CommandKind>>({
    {"forget", CommandKind::kForget},
    {"unforget", CommandKind::kUnforget},
    {"sweep", CommandKind::kSweep},
    {"access", CommandKind::kAccess},
    {"grant", CommandKind::kGrant},
    {"revoke", CommandKind::kRevoke},
    {"settings", CommandKind::kSettings},
    {"redrive", CommandKind::kRedrive},
    {"tick", CommandKind::kTick},
    {"share", CommandKind::kShare},
    {"unshare", CommandKind::kUnshare},
    {"clock", CommandKind::kClock},
});

/// The parser checks the arguments; of their values it keeps those that intake needs. The stages
/// (codec/command_args.h) and the runtime read the others from the log record's bytes.
using Args = Command::Kept;

void check_strings(Reader& reader, Node value, Args&) {
  reader.each(value, [&](Node element) { reader.string(element); });
}

/// Ids, each of which costs a stage time: what needs more of them is sent as several commands.
void check_ids(Reader& reader, Node value, Args& args) {
  check_strings(reader, value, args);
  std::size_t count = 0;
  reader.each(value, [&count](Node) { ++count; });
  if (count > model::kCommandIdsMax) {
    const std::string max = std::to_string(model::kCommandIdsMax);
    reader.violation(value, "maxItems " + max, "must have at most " + max + " elements: send several commands");
  }
}

void check_counts(Reader& reader, Node value, Args&) {
  reader.each(value, [&](Node element) { reader.whole_count(element); });
}

void check_flag(Reader& reader, Node value, Args&) {
  reader.boolean(value);
}

void check_text(Reader& reader, Node value, Args&) {
  reader.string(value);
}

void check_text_or_null(Reader& reader, Node value, Args&) {
  reader.string_or_null(value);
}

void check_name(Reader& reader, Node value, Args&) {
  reader.non_empty_string(value, kIdCodePointsMax);
}

void check_whole_count(Reader& reader, Node value, Args&) {
  reader.whole_count(value);
}

void check_object(Reader& reader, Node value, Args&) {
  reader.object_json(value);
}

template <void (*check)(Reader&, Node, Args&)>
void unless_null(Reader& reader, Node value, Args& args) {
  reader.unless_null(value, [&] { check(reader, value, args); });
}

void read_time(Reader& reader, Node value, Args& args) {
  args.time = reader.time(value);
}

void check_time(Reader& reader, Node value, Args&) {
  reader.time(value);
}

constexpr json::Field<Args> kIds{"ids", kOptional, check_ids};
constexpr json::Field<Args> kSessionId{"session_id", kOptional, check_text_or_null};

void read_all(Reader& reader, Node value, Args& args) {
  args.forgets_all = reader.boolean(value);
}

void read_confirm(Reader& reader, Node value, Args& args) {
  args.confirm = reader.string_or_null(value);
}

constexpr auto kForgetFields = std::to_array<json::Field<Args>>({
    kIds,
    kSessionId,
    {"all", kOptional, read_all},
    {"block", kOptional, check_flag},
    {"confirm", kOptional, read_confirm},
});
constexpr std::array kUnforgetFields{kIds, kSessionId, json::Field<Args>{"all", kOptional, check_flag}};
constexpr auto kPasses = [] {
  std::array<json::Choice<model::SweepPass>, model::kSweepPasses.size()> choices{};
  for (std::size_t i = 0; i < choices.size(); ++i) {
    choices[i] = {model::kSweepPasses[i].second, model::kSweepPasses[i].first};
  }
  return choices;
}();

void check_passes(Reader& reader, Node value, Args&) {
  reader.each(value, [&](Node element) { reader.choice<model::SweepPass>(element, kPasses); });
}

constexpr auto kSweepFields = std::to_array<json::Field<Args>>({
    {"passes", kOptional, unless_null<check_passes>},
    {"since", kOptional, unless_null<check_time>},
});
constexpr auto kAccessFields = std::to_array<json::Field<Args>>({
    {"ids", kRequired, check_ids},
    {"counts", kOptional, check_counts},
});
constexpr auto kGrantFields = std::to_array<json::Field<Args>>({
    {"target", kRequired, check_name},
    {"tags", kOptional, check_strings},
    {"domains", kOptional, check_strings},
});
constexpr auto kShareFields = std::to_array<json::Field<Args>>({
    {"insight", kRequired, check_object},
    {"source_persona_id", kRequired, check_name},
    {"grant", kOptional, unless_null<check_object>},
});
constexpr auto kUnshareFields = std::to_array<json::Field<Args>>({
    {"ids", kRequired, check_strings},
    {"source_persona_id", kRequired, check_name},
});
constexpr auto kSettingsFields = std::to_array<json::Field<Args>>({{"values", kRequired, check_object}});
constexpr auto kTimeFields = std::to_array<json::Field<Args>>({{"time", kRequired, read_time}});

void read_parts(Reader& reader, Node value, Args& args) {
  reader.strings(value, args.upstream_parts);
}

constexpr auto kUpstreamFields = std::to_array<json::Field<Args>>({
    {"stage", kRequired, check_name},
    {"parts", kRequired, read_parts},
});

void read_upstream(Reader& reader, Node value, Args& args) {
  reader.each(value, [&](Node element) { reader.object<Args>(element, kUpstreamFields, args); });
}

/// Arguments of `redrive`: the stage, the turn's id, the value of the stage's dead letter, the position from which
/// intake read that turn, and the completions of the stage's upstream stages for that turn.
constexpr auto kRedriveFields = std::to_array<json::Field<Args>>({
    {"stage", kRequired, check_name},
    {"turn_id", kRequired, check_name},
    {"dead_letter", kRequired, check_text},
    {"source_topic", kOptional, check_text},
    {"source_partition", kOptional, check_whole_count},
    {"source_offset", kOptional, check_whole_count},
    {"upstream", kOptional, read_upstream},
});

/// The table of the arguments of this kind of command.
std::span<const json::Field<Args>> args_of(CommandKind kind) {
  switch (kind) {
    case CommandKind::kForget:
      return kForgetFields;
    case CommandKind::kUnforget:
      return kUnforgetFields;
    case CommandKind::kSweep:
      return kSweepFields;
    case CommandKind::kAccess:
      return kAccessFields;
    case CommandKind::kGrant:
    case CommandKind::kRevoke:
      return kGrantFields;
    case CommandKind::kSettings:
      return kSettingsFields;
    case CommandKind::kRedrive:
      return kRedriveFields;
    case CommandKind::kTick:
    case CommandKind::kClock:
      return kTimeFields;
    case CommandKind::kShare:
      return kShareFields;
    case CommandKind::kUnshare:
      return kUnshareFields;
  }
  return {};
}

void read_args(Reader& reader, Node value, Command& command) {
  command.args_json = reader.object_json(value);
  reader.object<Args>(value, args_of(command.kind), command.kept);
  if (command.kept.forgets_all && reader.member(value, "confirm") == json::Tape::kNone) {
    reader.missing(value, "confirm");
  }
}

bool is_to_partition(CommandKind kind) {
  return kind == CommandKind::kSettings || kind == CommandKind::kTick || kind == CommandKind::kClock;
}

void read_persona(Reader& reader, Node value, Command& command) {
  const bool to_partition = is_to_partition(command.kind);
  if (to_partition && !reader.is_null(value)) {
    reader.violation(value, "type null", "must be null: the command goes to a whole partition");
  }
  if (!to_partition) {
    command.persona_id = reader.non_empty_string(value, kIdCodePointsMax);
  }
}

constexpr auto kCommandFields = std::to_array<json::Field<Command>>({
    {"kind", kRequired, [](Reader& r, Node v, Command& c) { c.kind = r.choice<CommandKind>(v, kKinds); }},
    {"command_id", kRequired,
     [](Reader& r, Node v, Command& c) { c.command_id = r.non_empty_string(v, kIdCodePointsMax); }},
    {"persona_id", kOptional, read_persona},
    {"issued_by", kOptional, [](Reader& r, Node v, Command& c) { c.issued_by = r.string_or_null(v); }},
    {"issued_at", kOptional, [](Reader& r, Node v, Command& c) { r.unless_null(v, [&] { c.issued_at = r.time(v); }); }},
    {"caused_by", kOptional, [](Reader& r, Node v, Command& c) { c.caused_by = r.string_or_null(v); }},
    {"args", kRequired, read_args},
});

}  // namespace

std::string_view name_of(CommandKind kind) {
  for (const json::Choice<CommandKind>& one : kKinds) {
    if (one.value == kind) {
      return one.name;
    }
  }
  return {};
}

Result<const Command*> CommandParser::parse(std::string_view bytes) {
  command_ = {};
  TS_RETURN_IF_ERROR(tape_.read(bytes, json::kLogBytesMax));
  json::SchemaReader reader(tape_);
  // The kind decides the rules for other fields, so it is read first, wherever it is in the record.
  TS_ASSIGN_OR_RETURN(command_.kind, reader.kind<CommandKind>(kKinds, error_codes::kUnknownCommand));
  reader.object<Command>(json::Tape::kRoot, kCommandFields, command_);
  if (!is_to_partition(command_.kind) && !command_.persona_id) {
    reader.missing(json::Tape::kRoot, "persona_id");
  }
  TS_RETURN_IF_ERROR(reader.status());
  return &command_;
}

}  // namespace turnstream::codec
