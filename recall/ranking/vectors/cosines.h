#pragma once
// Cosines: how near the messages of an index are to one query, if they have vectors. Ranker owns one and uses it for each query, so that
// memory is allocated once. Threads: one that changes it, or any number that read. It borrows nothing between calls.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "recall/ranking/vectors/vector_index.h"

namespace turnstream::recall {

/// A message that is so near is a result, also if it has no word of the query.
inline constexpr double kNearCosine = .35;

class Cosines {
 public:
  /// Holds until the next call. Without vectors no message is near.
  void make(const VectorIndex& index, std::string_view query) {
    by_number_.clear();
    near_.clear();
    if (!index.has_table()) {
      return;
    }
    index.compare(query, by_number_);
    for (std::size_t number = 0; number < by_number_.size(); ++number) {
      if (by_number_[number] >= kNearCosine) {
        near_.push_back(static_cast<std::uint32_t>(number));
      }
    }
  }

  /// 0 without vectors. Precondition: a message of the index of the last make() has this number.
  [[nodiscard]] double of(std::uint32_t number) const { return by_number_.empty() ? 0 : by_number_[number]; }
  [[nodiscard]] bool is_near(std::uint32_t number) const { return of(number) >= kNearCosine; }
  /// The messages that are near, ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& near() const { return near_; }
  /// No message that is not near has a cosine above this.
  [[nodiscard]] double of_others_max() const { return by_number_.empty() ? 0 : kNearCosine; }

 private:
  std::vector<double> by_number_;
  std::vector<std::uint32_t> near_;
};

}  // namespace turnstream::recall
