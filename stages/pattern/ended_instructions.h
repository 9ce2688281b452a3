#pragma once
// EndedInstructions: the instructions that a turn ended ("You can use emojis again"), in the row `instruction_ends` (ended_list.h).
// Threads: any; pure.

#include "stages/pattern/ended_list.h"
#include "stages/pattern/kept_instruction.h"

namespace turnstream::pattern {

struct EndedInstructionForm {
  using Memory = KeptInstruction;
  static constexpr std::string_view kKey = "instruction_ends";
  static constexpr std::string_view kDamage = "The row of ended instructions is damaged or has another format.";

  static const std::string& id_of(const KeptInstruction& instruction) { return instruction.kept.pattern.id; }
  static std::string encode(const KeptInstruction& instruction) { return InstructionForm::encode(instruction); }
  static Result<KeptInstruction> decode(std::string_view bytes, std::string_view persona, const Uuid& id) {
    return InstructionForm::decode(bytes, persona, id);
  }
  /// If the instruction is forgotten itself, the newest of those is left that it had taken the place of.
  static Result<std::optional<KeptInstruction>> left_of(KeptInstruction instruction,
                                                        const evidence::Forgotten& forgotten, std::string_view persona);
};
using EndedInstruction = Ended<KeptInstruction>;
using EndedInstructions = EndedList<EndedInstructionForm>;
using EndedInstructionsRow = EndedRow<EndedInstructionForm>;

}  // namespace turnstream::pattern
