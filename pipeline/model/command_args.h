#pragma once
// The arguments of the commands `forget`, `unforget` and `access`. codec/command_args.h reads them. Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace turnstream::model {

/// What to forget: the memories and turns to which `ids`, `session_id` or `all` applies. Also the args of `unforget`.
struct ForgetArgs {
  std::vector<std::string> ids;  ///< ids of items, episodes, derived memories, or turns
  std::optional<std::string> session_id;
  bool all = false;
  bool block = false;  ///< together with `all`: process no turn of this persona until `unforget` with `all`
};

/// For each recalled item its id and the number of recalls.
struct AccessArgs {
  std::vector<std::pair<std::string, std::int64_t>> counts;
};

}  // namespace turnstream::model
