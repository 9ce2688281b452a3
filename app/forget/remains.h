#pragma once
// Remains: where text can remain after a forget command: in records that were written before it, until their topics drop
// them. Threads: any; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/settings/settings.h"

namespace turnstream::app {

struct Remains {
  std::string topics;
  std::optional<std::int64_t> until_ms;  ///< absent: as long as the topic keeps its records
};

/// `now_ms`: the time of the command.
[[nodiscard]] std::vector<Remains> remains_after(const settings::Settings& settings, std::int64_t now_ms);

}  // namespace turnstream::app
