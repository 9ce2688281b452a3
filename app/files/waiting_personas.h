#pragma once
// WaitingPersonas: the personas whose files have to be written, each with the time from which on. Their number is
// bounded: if there are too many, all are dropped, and the caller goes over all personas there are. Threads: one at a
// time.

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "pipeline/base/strong_type.h"

namespace turnstream::app {

class WaitingPersonas {
 public:
  explicit WaitingPersonas(std::size_t count_max) : count_max_(count_max) {}

  /// A persona that waits already keeps its time.
  void add(const std::string& persona, MonotonicTime due);
  /// Takes out the one that is due first, if it is due at `now`.
  std::optional<std::string> take(MonotonicTime now);
  /// When the first one is due; absent if none waits.
  [[nodiscard]] std::optional<MonotonicTime> next_due() const;
  /// Whether personas were dropped since the last call.
  bool take_overflow() { return std::exchange(has_dropped_, false); }
  /// Drops all, which the caller writes in another way.
  void clear();
  [[nodiscard]] std::size_t size() const { return due_.size(); }

 private:
  std::size_t count_max_;
  std::map<std::string, MonotonicTime> due_;
  std::set<std::pair<MonotonicTime, std::string>> order_;
  bool has_dropped_ = false;
};

}  // namespace turnstream::app
