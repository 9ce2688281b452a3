#include "stages/pattern/ended_instructions.h"

namespace turnstream::pattern {

Result<std::optional<KeptInstruction>> EndedInstructionForm::left_of(KeptInstruction instruction,
                                                                     const evidence::Forgotten& forgotten,
                                                                     std::string_view persona) {
  TS_RETURN_IF_ERROR(drop_forgotten(instruction.replaced, forgotten, persona));
  const model::Pattern& pattern = instruction.kept.pattern;
  if (!forgotten.has(pattern.id) && !forgotten.covers(pattern.sources)) {
    return std::optional(std::move(instruction));
  }
  if (instruction.replaced.empty()) {
    return std::optional<KeptInstruction>();
  }
  ReplacedInstruction newest = std::move(instruction.replaced.front());
  instruction.replaced.erase(instruction.replaced.begin());
  TS_ASSIGN_OR_RETURN(KeptPattern kept, PatternForm::decode(newest.row, persona, newest.id));
  return std::optional(KeptInstruction{std::move(kept), std::move(newest.giver), std::move(instruction.replaced)});
}

}  // namespace turnstream::pattern
