#pragma once
// Samples: measured times, and what most of them are at most. Threads: values.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

namespace turnstream::bench {

class Samples {
 public:
  void add(std::int64_t us) { us_.push_back(us); }
  void add(const Samples& more) { us_.insert(us_.end(), more.us_.begin(), more.us_.end()); }
  [[nodiscard]] std::size_t size() const { return us_.size(); }

  /// {"count":…,"mean":…,"p50":…,"p99":…,"max":…}, all but the count in ms. Without samples the numbers are 0.
  [[nodiscard]] nlohmann::json json() const {
    std::vector<std::int64_t> sorted = us_;
    std::sort(sorted.begin(), sorted.end());
    std::int64_t sum = 0;
    for (const std::int64_t us : sorted) {
      sum += us;
    }
    const auto count = static_cast<double>(std::max<std::size_t>(sorted.size(), 1));
    return {{"count", sorted.size()},
            {"mean", static_cast<double>(sum) / kMs / count},
            {"p50", at(sorted, 50)},
            {"p99", at(sorted, 99)},
            {"max", at(sorted, 100)}};
  }

 private:
  static constexpr double kMs = 1'000;

  /// The sample below which that many percent are.
  static double at(const std::vector<std::int64_t>& sorted, std::size_t percent) {
    return sorted.empty() ? 0 : static_cast<double>(sorted[(sorted.size() - 1) * percent / 100]) / kMs;
  }

  std::vector<std::int64_t> us_;
};

}  // namespace turnstream::bench
