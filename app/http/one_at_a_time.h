#pragma once
// OneAtATime: lets one handler in at a time; others do not wait. Threads: any.

#include <atomic>
#include <memory>

namespace turnstream::app {

class OneAtATime {
 public:
  struct Leave {
    void operator()(std::atomic_flag* inside) const { inside->clear(); }
  };
  /// The caller is inside until it is destroyed; null: another one is.
  using Entry = std::unique_ptr<std::atomic_flag, Leave>;

  [[nodiscard]] Entry enter() { return Entry(inside_.test_and_set() ? nullptr : &inside_); }

 private:
  std::atomic_flag inside_;
};

}  // namespace turnstream::app
