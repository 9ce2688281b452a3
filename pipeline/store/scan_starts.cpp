#include "pipeline/store/scan_starts.h"

#include <algorithm>

namespace turnstream::store {
namespace {

/// Whether all keys of [from, to) begin with `from`.
bool is_of_prefix(std::string_view from, std::string_view to) {
  if (from.empty() || to.starts_with(from)) {
    return !from.empty();
  }
  // Else `to` is the first key behind all that begin with `from`, if it is its last byte plus one.
  return to.size() == from.size() && to.substr(0, to.size() - 1) == from.substr(0, from.size() - 1) &&
         static_cast<unsigned char>(to.back()) == static_cast<unsigned char>(from.back()) + 1;
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

}  // namespace

std::string_view ScanStarts::start(std::string_view from, std::string_view to) const {
  const auto found = is_of_prefix(from, to) ? starts_.find(from) : starts_.end();
  return found == starts_.end() ? from : std::clamp<std::string_view>(found->second, from, to);
}

void ScanStarts::learn(std::string_view from, std::string_view to, std::string_view first) {
  if (first == from || !is_of_prefix(from, to)) {
    return;
  }
  if (const auto found = starts_.find(from); found != starts_.end()) {
    found->second = std::max<std::string_view>(found->second, first);
    return;
  }
  if (starts_.size() >= kRangesMax) {
    starts_.clear();
  }
  starts_.emplace(from, first);
}

void ScanStarts::added(std::string_view key) {
  // Visits the prefixes of the key that are known, the longest first. The last known text that is not behind `rest` is
  // one of them, or what it has in common with `rest` is as long as the next one can be.
  std::string_view rest = key;
  for (auto place = starts_.upper_bound(rest); place != starts_.begin(); place = starts_.upper_bound(rest)) {
    --place;
    const std::size_t common = common_prefix(place->first, rest);
    if (common < place->first.size()) {
      rest = rest.substr(0, common);
      continue;
    }
    if (key < place->second) {
      place->second = key;
    }
    rest = rest.substr(0, common - 1);
  }
}

}  // namespace turnstream::store
