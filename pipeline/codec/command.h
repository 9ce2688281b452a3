#pragma once
// Command: what people and consolidation ask of memory, as bytes -> struct, or the reason why intake must refuse it.
// Fields and rules: schemas/command.schema.json. The parser owns all that a Command points to.
//
// Errors as codec/turn_parser.h gives them, and unknown_command.
// Threads: one at a time; make one a worker.

#include <optional>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/json/tape.h"

namespace turnstream::codec {

enum class CommandKind {
  kForget,
  kUnforget,
  kSweep,
  kAccess,
  kGrant,
  kRevoke,
  kSettings,
  kRedrive,
  kTick,
  kShare,
  kUnshare
};

/// The name as it stands in the record's `kind`.
std::string_view name_of(CommandKind kind);

struct Command {
  CommandKind kind = CommandKind::kForget;
  std::string_view command_id;
  std::optional<std::string_view> persona_id;  ///< absent for settings and tick, which go to a whole partition
  std::optional<std::string_view> issued_by;
  std::optional<EventTime> issued_at;
  std::optional<std::string_view> caused_by;  ///< the id of the record that made a stage write it
  std::string_view args_json;                 ///< checked; who applies the command reads it: codec/command_args.h
  std::optional<EventTime> tick_time;         ///< tick commands only
};

class CommandParser {
 public:
  /// The command lives until the next parse, or until the parser is moved or ends.
  Result<const Command*> parse(std::string_view bytes);

 private:
  json::Tape tape_;
  Command command_;
};

}  // namespace turnstream::codec
