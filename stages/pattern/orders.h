#pragma once
// Orders: what a turn says of instructions: new ones, which of them end, and what was wrong in one. Threads: any; pure.

#include <vector>

#include "pipeline/model/state_export.h"
#include "stages/common/language/corrections.h"
#include "stages/common/language/instructions.h"
#include "stages/common/language/order_endings.h"
#include "stages/common/language/utterance.h"
#include "stages/pattern/signals.h"

namespace turnstream::pattern {

struct Orders {
  std::vector<Signal> instructions;  ///< of those with one key only the last
  std::vector<language::OrderEnding> endings;
  std::vector<language::Correction> corrections;

  [[nodiscard]] bool empty() const { return instructions.empty() && endings.empty() && corrections.empty(); }
};

/// `words`, `said`: of the user's input, empty if the rules cannot read it (language/text_language.h).
[[nodiscard]] Orders orders_of(const model::StateExport& turn, const language::Words& words,
                               const language::Utterance& said);

/// The signal of an instruction that the user gives. One for everyone is the persona's, not the user's.
[[nodiscard]] Signal signal_of(language::Instruction instruction, const model::User& user);

}  // namespace turnstream::pattern
