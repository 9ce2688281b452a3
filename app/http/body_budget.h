#pragma once
// BodyBudget: how many bytes of request bodies all connections hold together, at most. Threads: any.

#include <atomic>
#include <cstddef>

namespace turnstream::app {

class BodyBudget {
 public:
  explicit BodyBudget(std::size_t bytes_max) : bytes_max_(bytes_max) {}
  BodyBudget(const BodyBudget&) = delete;
  BodyBudget& operator=(const BodyBudget&) = delete;

  /// False, and nothing is taken, if that many bytes are not left.
  [[nodiscard]] bool take(std::size_t bytes) {
    if (taken_.fetch_add(bytes) + bytes <= bytes_max_) {
      return true;
    }
    taken_.fetch_sub(bytes);
    return false;
  }
  void give_back(std::size_t bytes) { taken_.fetch_sub(bytes); }

 private:
  const std::size_t bytes_max_;
  std::atomic<std::size_t> taken_{0};
};

}  // namespace turnstream::app
