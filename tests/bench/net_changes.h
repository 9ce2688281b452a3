#pragma once
// Net changes: what the changes that a stage reported for one record come to, as in its completion. Threads: any; pure.

#include <vector>

#include "pipeline/model/completion.h"

namespace turnstream::bench {

/// One change for each kind and id, sorted by them.
[[nodiscard]] std::vector<model::Change> net_changes(std::vector<model::Change> changes);

}  // namespace turnstream::bench
