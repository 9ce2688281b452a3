#pragma once
// Admission and access: how items come into this stage and how they are restored. Threads: any; pure but for the Work.

#include <vector>

#include "pipeline/base/uuid5.h"
#include "stages/lifecycle/work.h"

namespace turnstream::lifecycle {

/// An item that episodic promotes, and its JSON, which lives as long as the input.
struct Promoted {
  model::MemoryItem item;
  std::string_view json;
};

/// The items that episodic promotes in this record: each put of a memory with tier long_term. Errors: those of
/// UpstreamCompletion::each_change().
Result<std::vector<Promoted>> promoted_items(const stage_api::Input& input);

/// Takes over promoted items. One that says the same as a kept item of its type is merged into that. Returns the ids of
/// the items that were added with references, or got references by a merge.
Result<std::vector<Uuid>> admit(Work& work, std::vector<Promoted> promoted);

/// Counts `merged` as occurrences and a new promotion of `kept`. `kept` gets the greater importance, the sources of
/// both (the first and the newest others) and the references that it does not have, up to sources_max; its tags stay.
/// It stays ephemeral only if both are.
void merge(model::MemoryItem& kept, const model::MemoryItem& merged, LogTime at, const LifecycleSettings& settings);

/// Applies an `access` command to the items that the stage owned before the record; restores archived ones.
Status apply_access(Work& work);

}  // namespace turnstream::lifecycle
