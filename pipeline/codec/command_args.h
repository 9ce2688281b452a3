#pragma once
// Reads the arguments of the commands that stages process from the command's bytes. The id of a message (message_id.h)
// becomes that of its item. A missing or null argument gets its
// default; unknown ones are ignored. Errors: code "bad_command", reaction kDeadLetter, with a JSON pointer. Threads:
// any; pure.

#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/command_args.h"

namespace turnstream::codec {

Result<model::ForgetArgs> parse_forget_args(std::string_view command);

/// counts[i] belongs to ids[i]; if there are fewer counts than ids, the others are 1. A negative count is an error. An item and
/// its messages are one access to it, with their highest count. The same id twice is two accesses.
Result<model::AccessArgs> parse_access_args(std::string_view command);

/// A missing or empty list of passes gives the default passes.
Result<model::SweepArgs> parse_sweep_args(std::string_view command);

/// Of grant and revoke.
Result<model::GrantArgs> parse_grant_args(std::string_view command);

}  // namespace turnstream::codec
