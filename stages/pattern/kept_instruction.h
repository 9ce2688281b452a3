#pragma once
// KeptInstruction: an instruction as the stage keeps it, with those that it took the place of, and InstructionForm, which
// evidence::PersonaTable needs. Rows of a persona: `instructions` (the head), `instruction/<id>`. Threads: values; pure.

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/codec/stats.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/forgotten.h"
#include "stages/pattern/kept_pattern.h"

namespace turnstream::pattern {

/// An instruction that no longer holds because a newer one took its place. It holds again if the newer one is forgotten.
struct ReplacedInstruction {
  Uuid id{};
  std::string row;  ///< as PatternForm::encode() made it
  std::string giver;
  friend bool operator==(const ReplacedInstruction&, const ReplacedInstruction&) = default;
};

/// Of an instruction at most so many replaced ones are kept, the newest.
inline constexpr std::size_t kReplacedMax = 4;

struct KeptInstruction {
  KeptPattern kept;
  std::string
      giver;  ///< the user_id of the newest turn that gave it, also of one for everyone; empty: the turn had none
  std::vector<ReplacedInstruction> replaced;  ///< the newest first
  friend bool operator==(const KeptInstruction&, const KeptInstruction&) = default;
};

/// Keeps the instruction, and behind it those whose place it took. Of several, call it with the newest last.
void keep_replaced(KeptInstruction& by, const KeptInstruction& old);

/// Removes those of the replaced ones that are forgotten. Errors: evidence::bad_state().
Status drop_forgotten(std::vector<ReplacedInstruction>& replaced, const evidence::Forgotten& forgotten,
                      std::string_view persona);

/// The ids of all instructions, those that were given or confirmed last at the end.
struct InstructionHead {
  std::vector<Uuid> ids;
  friend bool operator==(const InstructionHead&, const InstructionHead&) = default;
};

struct InstructionForm {
  using Entry = KeptInstruction;
  using Head = InstructionHead;
  static constexpr std::string_view kKind = PatternForm::kKind;
  static constexpr std::string_view kPrefix = "instruction/";
  static constexpr std::string_view kHeadKey = "instructions";
  static constexpr std::string_view kStatsId = "instructions";

  static std::string encode(const KeptInstruction& instruction);
  /// Errors: evidence::bad_state().
  static Result<KeptInstruction> decode(std::string_view bytes, std::string_view persona, const Uuid& id);
  static std::string encode_head(const InstructionHead& head);
  /// Errors: evidence::bad_state().
  static Result<InstructionHead> decode_head(std::string_view bytes);
  /// Reports nothing if only `replaced` or `giver` changed.
  static void report(stage_api::Effects& effects, std::string_view persona, const Uuid& id,
                     const KeptInstruction& instruction, evidence::Before<KeptInstruction> before);
  static std::vector<codec::StatCounter> counters(const InstructionHead& head);
};

}  // namespace turnstream::pattern
