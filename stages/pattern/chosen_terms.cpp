#include "stages/pattern/chosen_terms.h"

#include <algorithm>

namespace turnstream::pattern {

std::vector<TermUse> chosen_terms(std::span<const TermUse> uses, const std::vector<bool>& recurs,
                                  std::size_t terms_max) {
  std::vector<bool> taken(uses.empty() ? 0 : uses.back().at + std::size_t{2});
  std::vector<bool> chosen(uses.size());
  const auto is_free = [&](const TermUse& use) { return !taken[use.at] && !(use.pair && taken[use.at + 1]); };
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (uses[i].pair && recurs[i] && is_free(uses[i])) {
      taken[uses[i].at] = taken[uses[i].at + 1] = chosen[i] = true;
    }
  }
  std::vector<TermUse> terms;
  for (std::size_t i = 0; i < uses.size() && terms.size() < terms_max; ++i) {
    const auto same = [&](const TermUse& term) { return term.key == uses[i].key; };
    if ((chosen[i] || is_free(uses[i])) && std::none_of(terms.begin(), terms.end(), same)) {
      terms.push_back(uses[i]);
    }
  }
  return terms;
}

}  // namespace turnstream::pattern
