#pragma once
// Grounds: on which of the memories that a request showed a sentence of the answer rests. A `forget` finds a discovery only
// through these, so they must include each one whose words it has. Threads: any; pure.

#include <optional>
#include <string>
#include <vector>

#include "pipeline/model/topic.h"
#include "stages/consolidation/discovery/discovery_reply.h"

namespace turnstream::consolidation {

/// What a request showed.
struct Shown {
  std::vector<model::Topic> topics;  ///< in the order of their indexes
  std::string contradictions;        ///< their sentences; a discovery always rests on these
};

/// The ids of the topics on which the sentence rests: those that it names, or all if it names none, and each other one that has a
/// word of the sentence which these and the contradictions lack. Absent if fewer than half of its content words stand in those that
/// it names and in the contradictions.
[[nodiscard]] std::optional<std::vector<std::string>> topics_under(const Discovered& found, const Shown& shown);

}  // namespace turnstream::consolidation
