#pragma once
// What can still contain forgotten text, and until when: topics whose records were written before the command, and the local
// state. Taken from the settings of the topics as they are, which may differ from those of Turnstream. Threads: one.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/context.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

struct Remains {
  std::string topics;                    ///< names, joined by commas; or "local state"
  std::optional<std::int64_t> until_ms;  ///< absent: as long as the topic keeps its records
};

/// Those with the same end together, the earliest end first. `now`: a time at or after which the stages processed the
/// command. A topic whose settings cannot be read, for want of a right or of an answer, counts as one without an end.
std::vector<Remains> find_remains(const Context& context, log::Admin& admin, WallTime now);
/// The same for topics that have the settings with which Turnstream creates them, without asking a log. `*` stands for the
/// stage in a name. `now_ms`: the time of the command.
[[nodiscard]] std::vector<Remains> planned_remains(const settings::Settings& settings, std::int64_t now_ms);

}  // namespace turnstream::app
