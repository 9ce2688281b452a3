#pragma once
// UnitTokens: the tokens of the units of a message, each unit read once, for the wordings of single units and of several together.
// Threads: one at a time.

#include <cstddef>
#include <deque>
#include <span>
#include <string_view>

#include "stages/common/notes/score.h"
#include "stages/consolidation/speech/tokens.h"
#include "stages/consolidation/speech/wording.h"

namespace turnstream::consolidation {

class UnitTokens {
 public:
  explicit UnitTokens(std::span<const notes::ScoredUnit> units);

  /// The wording of the units `first` to `last`, as of their text with a blank between them.
  [[nodiscard]] Wording wording(std::size_t first, std::size_t last, const notes::Names& speakers) const;
  /// Whether the unit has a form of the word (unsaid.h).
  [[nodiscard]] bool has_word(std::size_t unit, std::string_view word) const;

 private:
  std::deque<TokenList> lists_;  ///< of each unit
};

}  // namespace turnstream::consolidation
