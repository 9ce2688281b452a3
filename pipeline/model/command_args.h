#pragma once
// The arguments of `forget` and `access`, as stages apply them. codec/command_args.h reads them. Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace turnstream::model {

/// Which memories to forget: those that at least one of the fields names.
struct ForgetArgs {
  std::vector<std::string> ids;  ///< ids of items, of derived memories, or of turns
  std::optional<std::string> session_id;
  bool all = false;
  bool block = false;  ///< together with `all`: accept no further turns of this persona
};

/// The ids of recalled items, each with the number of recalls.
struct AccessArgs {
  std::vector<std::pair<std::string, std::int64_t>> counts;
};

}  // namespace turnstream::model
