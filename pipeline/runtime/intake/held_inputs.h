#pragma once
// HeldInputs: the inputs of intake that are paused, because their next record has to wait for a record of another input or
// for the clock. Threads: the worker's.

#include <map>
#include <utility>
#include <vector>

#include "pipeline/log/client.h"
#include "pipeline/runtime/common/processor.h"

namespace turnstream::runtime {

class HeldInputs {
 public:
  enum class Reason {
    kNoTime,  ///< event clock: the record carries no time, and partition `target` of the log has none
    kClock,   ///< a turn is in the future only if the LogClock is right, which is in doubt
    kEffects  ///< the record is for partition `target`, which waits for the outside world: see EffectWait
  };
  struct Hold {
    Reason reason;
    Partition target{0};
  };

  void hold(const log::TopicPartition& where, const Hold& hold);
  void let_go(const log::TopicPartition& where);
  /// Null if the input is not held.
  [[nodiscard]] const Hold* find(const log::TopicPartition& where) const;
  [[nodiscard]] bool any(Reason reason) const;
  /// The inputs that are held, but not for the outside world: that wait ends by itself.
  [[nodiscard]] std::vector<log::TopicPartition> held_back() const;
  Flow take_flow() { return std::exchange(flow_, {}); }
  void clear();

 private:
  std::map<log::TopicPartition, Hold> holds_;
  Flow flow_;
};

}  // namespace turnstream::runtime
