#include "stages/consolidation/speech/unit_tokens.h"

#include <algorithm>
#include <vector>

#include "stages/consolidation/speech/unsaid.h"

namespace turnstream::consolidation {

UnitTokens::UnitTokens(std::span<const notes::ScoredUnit> units) {
  for (const notes::ScoredUnit& unit : units) {
    lists_.emplace_back(unit.text);
  }
}

Wording UnitTokens::wording(std::size_t first, std::size_t last, const notes::Names& speakers) const {
  if (first == last) {
    return wording_of(lists_[first].all(), speakers);
  }
  std::vector<Token>
      all;  // A blank ends a word, so the tokens of the whole are those of the units, one behind the other.
  for (std::size_t i = first; i <= last; ++i) {
    const Tokens own = lists_[i].all();
    all.insert(all.end(), own.begin(), own.end());
  }
  return wording_of(Tokens(all).first(std::min(all.size(), TokenList::kTokensMax)), speakers);
}

bool UnitTokens::has_word(std::size_t unit, std::string_view word) const {
  return consolidation::has_word(lists_[unit].all(), word);
}

}  // namespace turnstream::consolidation
