#pragma once
// Small lists. Threads: any; pure.

#include <algorithm>
#include <iterator>
#include <vector>

namespace turnstream::lifecycle {

/// The elements of `a` that are not in `b`.
template <typename T>
[[nodiscard]] std::vector<T> without(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> rest;
  std::copy_if(a.begin(), a.end(), std::back_inserter(rest),
               [&b](const T& one) { return std::find(b.begin(), b.end(), one) == b.end(); });
  return rest;
}

}  // namespace turnstream::lifecycle
