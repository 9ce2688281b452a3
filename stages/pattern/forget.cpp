#include "stages/pattern/forget.h"

namespace turnstream::pattern {

Result<std::int64_t> forget(const evidence::Forgotten& forgotten, PatternTable& patterns, InstructionBook& instructions,
                            SketchRows& sketches) {
  TS_RETURN_IF_ERROR(
      sketches.forget_if([&forgotten](const model::Source& source) { return forgotten.covers(source); }));
  sketches.flush();
  TS_ASSIGN_OR_RETURN(const std::int64_t removed, patterns.remove_if([&forgotten](const KeptPattern& kept) {
    return forgotten.has(kept.pattern.id) || forgotten.covers(kept.pattern.sources);
  }));
  TS_ASSIGN_OR_RETURN(const std::int64_t instructions_removed, instructions.forget(forgotten));
  return removed + instructions_removed;
}

}  // namespace turnstream::pattern
