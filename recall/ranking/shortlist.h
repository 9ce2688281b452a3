#pragma once
// Shortlist: the results that may be among the best few, by bounds of their scores: one leaves when enough others have certainly
// more. Ranker makes the exact scores of those that are left. Threads: one at a time. It borrows nothing.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include "recall/ranking/posting_list.h"

namespace turnstream::recall {

class Shortlist {
 public:
  /// Empties it. `limit`: how many are the best; above 0. `floor`: so many results are known to have no lower score.
  void start(std::size_t limit, double floor = -std::numeric_limits<double>::infinity()) {
    limit_ = limit;
    floor_ = floor;
    highest_.clear();
    entries_.clear();
  }

  /// A result whose score is below this is not among the best.
  [[nodiscard]] double needed() const { return highest_.size() < limit_ ? floor_ : std::max(floor_, highest_.front()); }
  /// A result whose score is at least `least` and at most `most`. Each comes once.
  void add(MessageNumber message, double least, double most) {
    entries_.push_back({message, most});
    raise(least);
  }
  /// A result that is not in the list has a score of at least `least`.
  void raise(double least) {
    if (least <= needed()) {
      return;
    }
    if (highest_.size() == limit_) {
      std::pop_heap(highest_.begin(), highest_.end(), std::greater<>());
      highest_.pop_back();
    }
    highest_.push_back(least);
    std::push_heap(highest_.begin(), highest_.end(), std::greater<>());
  }
  /// Drops those that can no longer be among the best.
  void drop_others() {
    const auto is_other = [limit = needed()](const Entry& entry) { return entry.most < limit; };
    entries_.erase(std::remove_if(entries_.begin(), entries_.end(), is_other), entries_.end());
  }

  template <typename Visit>
  void for_each(Visit visit) const {
    for (const Entry& entry : entries_) {
      visit(entry.message);
    }
  }

 private:
  struct Entry {
    MessageNumber message = 0;
    double most = 0;
  };

  std::size_t limit_ = 0;
  double floor_ = 0;
  std::vector<double> highest_;  ///< of the lower bounds; a heap with the lowest of them in front
  std::vector<Entry> entries_;
};

}  // namespace turnstream::recall
