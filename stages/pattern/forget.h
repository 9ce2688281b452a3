#pragma once
// Forget: removes the patterns that a command names, or that rest on something it names or that an upstream stage
// removed for it; what was counted so far is taken back likewise. One walk over the patterns and the sketches.
// Threads: any; works on what it is given.

#include "pipeline/model/command_args.h"
#include "pipeline/stage_api/stage.h"
#include "stages/pattern/kept_pattern.h"
#include "stages/pattern/sketch_rows.h"

namespace turnstream::pattern {

/// Returns how many patterns went.
Result<std::int64_t> forget(const model::ForgetArgs& args, const stage_api::Input& input, PatternTable& patterns,
                            SketchRows& sketches);

}  // namespace turnstream::pattern
