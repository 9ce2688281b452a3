#include "app/files/waiting_personas.h"

namespace turnstream::app {

void WaitingPersonas::add(const std::string& persona, MonotonicTime due) {
  if (!due_.emplace(persona, due).second) {
    return;
  }
  order_.emplace(due, persona);
  if (due_.size() > count_max_) {
    clear();
    has_dropped_ = true;
  }
}

std::optional<std::string> WaitingPersonas::take(MonotonicTime now) {
  if (order_.empty() || order_.begin()->first > now) {
    return std::nullopt;
  }
  std::string persona = order_.begin()->second;
  order_.erase(order_.begin());
  due_.erase(persona);
  return persona;
}

std::optional<MonotonicTime> WaitingPersonas::next_due() const {
  return order_.empty() ? std::nullopt : std::optional(order_.begin()->first);
}

void WaitingPersonas::clear() {
  due_.clear();
  order_.clear();
}

}  // namespace turnstream::app
