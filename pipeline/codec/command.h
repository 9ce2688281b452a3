#pragma once
// Command: a request that a user or program writes to the commands topic, for example to forget memories or to send a
// dead letter back to its stage. CommandParser converts its bytes to a struct or returns the error with which intake
// refuses the record. Fields and rules: schemas/command.schema.json. The parser owns all bytes to which a Command
// points. Errors: those of TurnParser (codec/turn_parser.h), and unknown_command. Threads: one at a time.

#include <optional>
#include <string_view>
#include <vector>

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
  kUnshare,
  kClock
};

/// The name as the record's `kind` spells it.
std::string_view name_of(CommandKind kind);

struct Command {
  CommandKind kind = CommandKind::kForget;
  std::string_view command_id;
  /// Absent for settings, tick and clock, which concern a partition; else present.
  std::optional<std::string_view> persona_id;
  std::optional<std::string_view> issued_by;
  std::optional<EventTime> issued_at;
  std::optional<std::string_view> caused_by;  ///< the id of the record that led to the command, if the writer gives it
  std::string_view args_json;                 ///< the object `args`; its members are checked
  /// The arguments that intake itself uses; each is absent, false or empty in a command of another kind.
  struct Kept {
    std::optional<EventTime> time;                 ///< of a tick or clock
    bool forgets_all = false;                      ///< `all` of a forget; then `confirm` is present in the record
    std::optional<std::string_view> confirm;       ///< `confirm` of a forget; intake compares it with the persona
    std::vector<std::string_view> upstream_parts;  ///< of a redrive: the completion parts of all upstream stages
  };
  Kept kept;
};

class CommandParser {
 public:
  /// The command is valid until the next parse, and only while the parser exists and is not moved.
  Result<const Command*> parse(std::string_view bytes);

 private:
  json::Tape tape_;
  Command command_;
};

}  // namespace turnstream::codec
