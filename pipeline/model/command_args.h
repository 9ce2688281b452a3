#pragma once
// The arguments of the commands that stages apply to memory. codec/command_args.h reads them. Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace turnstream::model {

/// What shall be forgotten: the union of what is named.
struct ForgetArgs {
  std::vector<std::string> ids;  ///< of items or derived things, or turn ids
  std::optional<std::string> session_id;
  bool all = false;
  bool block = false;  ///< with all: take no turns of this persona any more
};

/// Items that were recalled, and how often each.
struct AccessArgs {
  std::vector<std::pair<std::string, std::int64_t>> counts;
};

}  // namespace turnstream::model
