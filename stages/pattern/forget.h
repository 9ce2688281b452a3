#pragma once
// Forget: removes the patterns and instructions that a command names by id, and those with a source that the command names (item, turn,
// session) or that an upstream stage removed in this record. It also removes the occurrences of these sources from the
// sketches. `all` names everything. It reads all patterns and sketches once. Threads: any; works on its arguments.

#include "stages/common/evidence/forgotten.h"
#include "stages/pattern/instruction_book.h"
#include "stages/pattern/kept_pattern.h"
#include "stages/pattern/sketch_rows.h"

namespace turnstream::pattern {

/// Returns how many patterns and instructions were removed.
Result<std::int64_t> forget(const evidence::Forgotten& forgotten, PatternTable& patterns, InstructionBook& instructions,
                            SketchRows& sketches);

}  // namespace turnstream::pattern
