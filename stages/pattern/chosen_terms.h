#pragma once
// Which of the terms of a turn count. Threads: any; pure.

#include <span>
#include <vector>

#include "stages/pattern/terms.h"

namespace turnstream::pattern {

/// The terms of a turn that count, each key once, in order, at most `terms_max`. Pairs that `recurs` names (it has an element for each
/// use) come first: they take their words away from other terms at this place. `uses` as terms_of() gives them.
[[nodiscard]] std::vector<TermUse> chosen_terms(std::span<const TermUse> uses, const std::vector<bool>& recurs,
                                                std::size_t terms_max);

}  // namespace turnstream::pattern
