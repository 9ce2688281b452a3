#pragma once
// The arguments of commands that stages apply, from the command's bytes. What is absent has its default; unknown
// members are ignored. Errors: code "bad_command", reaction kDeadLetter, with a JSON pointer. Threads: any; pure.

#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/command_args.h"

namespace turnstream::codec {

Result<model::ForgetArgs> parse_forget_args(std::string_view command);

/// `counts` runs parallel to `ids`; a count that is missing is 1. Negative counts are an error.
Result<model::AccessArgs> parse_access_args(std::string_view command);

}  // namespace turnstream::codec
