#include "pipeline/log/kafka/unreadable_search.h"

#include <algorithm>

namespace turnstream::log::kafka {

std::int64_t UnreadableSearch::probe() const {
  if (failed_ < from_) {
    return from_;
  }
  const std::int64_t step = doubling_ ? step_ : (passed_ - failed_) / 2;
  return std::min(failed_ + std::max<std::int64_t>(step, 1), passed_ - 1);
}

void UnreadableSearch::note_failed() {
  const bool first = failed_ < from_;
  failed_ = probe();
  step_ = first ? 1 : step_ * 2;
}

void UnreadableSearch::note_passed() {
  passed_ = probe();
  doubling_ = false;
}

}  // namespace turnstream::log::kafka
