#pragma once
// Patches: what a patch makes of a memory, and of several patches of one memory one. A list that a patch appends to keeps a
// bound: `sources` has the first one and the newest others, at most model::kSourcesMax; `evolution` the newest
// model::kEvolutionMax; other lists keep everything. Precondition of all: the texts are JSON objects, Patch::append may be
// empty, its members are arrays. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/model/completion.h"

namespace turnstream::codec {

/// The memory `value` after the patch.
[[nodiscard]] std::string patched(std::string_view value, const model::Patch& patch);
/// The memory after the change, which is a patch.
[[nodiscard]] std::string patched(std::string_view value, const model::Change& patch);

/// Makes the change what it and then the patch do. Precondition: it is a put or a patch.
void add_patch(model::Change& change, const model::Patch& patch);

/// For who looks for what a change names, not for the memory: its fields, and its appended elements as if they were all of
/// their lists.
[[nodiscard]] std::string named_in(const model::Change& change);

}  // namespace turnstream::codec
