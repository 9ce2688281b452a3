#include "pipeline/runtime/intake/held_inputs.h"

#include <algorithm>

namespace turnstream::runtime {

void HeldInputs::hold(const log::TopicPartition& where, const Hold& hold) {
  holds_.insert_or_assign(where, hold);
  if (std::erase(flow_.resume, where) == 0) {
    flow_.pause.push_back(where);
  }
}

void HeldInputs::let_go(const log::TopicPartition& where) {
  holds_.erase(where);
  flow_.resume.push_back(where);
}

const HeldInputs::Hold* HeldInputs::find(const log::TopicPartition& where) const {
  const auto found = holds_.find(where);
  return found == holds_.end() ? nullptr : &found->second;
}

bool HeldInputs::any(Reason reason) const {
  return std::any_of(holds_.begin(), holds_.end(), [&](const auto& entry) { return entry.second.reason == reason; });
}

std::vector<log::TopicPartition> HeldInputs::held_back() const {
  std::vector<log::TopicPartition> held;
  for (const auto& [where, hold] : holds_) {
    if (hold.reason != Reason::kEffects) {
      held.push_back(where);
    }
  }
  return held;
}

void HeldInputs::clear() {
  holds_.clear();
  flow_ = {};
}

}  // namespace turnstream::runtime
