#include "app/run/held_turns.h"

#include <string>
#include <vector>

#include "app/errors.h"

namespace turnstream::app {

Status check_held_turns(const LogClock& clock, const runtime::Supervisor& supervisor) {
  if (!clock.view().in_doubt) {
    return {};
  }
  std::vector<log::TopicPartition> waiting;
  for (const runtime::NamedStatus& worker : supervisor.status()) {
    waiting.insert(waiting.end(), worker.status.held_back.begin(), worker.status.held_back.end());
  }
  if (waiting.empty()) {
    return {};
  }
  const auto& first = waiting.front();
  return error_of(
      error_codes::kClockHeld,
      "turns wait in " + first.topic + "[" + std::to_string(first.partition.value()) + "]" +
          (waiting.size() == 1 ? "" : " and " + std::to_string(waiting.size() - 1) + " other partitions") +
          ": only the wall clock allows their time, and its jump is held. All other input is processed. If "
          "the wall clock is wrong, set it; if it is right, run `turnstream clock --accept`. Then start this "
          "command again.");
}

}  // namespace turnstream::app
