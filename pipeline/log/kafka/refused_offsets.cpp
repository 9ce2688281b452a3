#include "pipeline/log/kafka/refused_offsets.h"

#include <algorithm>

namespace turnstream::log::kafka {

RefusalStep step_after(int refusals) {
  constexpr int kFirstWaitMs = 50;
  constexpr int kWaitMaxMs = 1'000;
  constexpr int kDoublingsMax = 5;
  RefusalStep step;
  step.give_up = refusals >= kRefusalsMax;
  if (refusals > kSilentRefusals && !step.give_up) {
    step.wait_ms = std::min(kFirstWaitMs << std::min(refusals - kSilentRefusals - 1, kDoublingsMax), kWaitMaxMs);
  }
  step.report = refusals == kSilentRefusals + 1;
  return step;
}

int RefusedOffsets::note(const TopicPartition& where, NextOffset offset) {
  Refused& refused = refused_[where];
  refused = {offset, refused.offset == offset ? refused.count + 1 : 1};
  return refused.count;
}

}  // namespace turnstream::log::kafka
