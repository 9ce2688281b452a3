#pragma once
// How often each element of a list stands in it, so that a posting has one count for a message. Threads: any; pure.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace turnstream::recall {

/// Sorts the elements, and calls visit(element, count) for each different one, in ascending order.
template <typename Element, typename Visit>
void for_each_counted(std::vector<Element>& elements, Visit visit) {
  std::sort(elements.begin(), elements.end());
  for (auto run = elements.begin(); run != elements.end();) {
    const auto end = std::upper_bound(run, elements.end(), *run);
    visit(*run, static_cast<std::uint32_t>(end - run));
    run = end;
  }
}

}  // namespace turnstream::recall
