#pragma once
// EndedInstructions: the instructions that a turn ended ("You can use emojis again"), so that they hold again if this turn is
// forgotten; the row `instruction_ends`. The newest kEndedMax are kept. The row is read at the first use. Lifetime: borrows the
// context, for one call. Threads: the caller's.

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/forgotten.h"
#include "stages/pattern/kept_instruction.h"

namespace turnstream::pattern {

inline constexpr std::string_view kEndedRow = "instruction_ends";

struct EndedInstruction {
  KeptInstruction instruction;
  model::Source ended_by;
  friend bool operator==(const EndedInstruction&, const EndedInstruction&) = default;
};

/// Errors: evidence::bad_state().
Result<std::vector<EndedInstruction>> decode_ended(std::string_view bytes, std::string_view persona);
[[nodiscard]] std::string encode_ended(const std::vector<EndedInstruction>& ended);

class EndedInstructions {
 public:
  static constexpr std::size_t kEndedMax = 16;

  explicit EndedInstructions(stage_api::PersonaContext& context)
      : rows_(context.state()), persona_(context.persona()) {}

  Status add(KeptInstruction instruction, const model::Source& ended_by);
  /// Removes what is forgotten. Returns those whose end is, which hold again.
  Result<std::vector<KeptInstruction>> forget(const evidence::Forgotten& forgotten);
  /// Writes the row if it changed.
  void finish();

 private:
  Status load();

  stage_api::StateView& rows_;
  std::string persona_;
  std::vector<EndedInstruction> ended_;  ///< the newest last
  bool is_loaded_ = false;
  bool changed_ = false;
};

}  // namespace turnstream::pattern
