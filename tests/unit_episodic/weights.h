#pragma once
// What the words of a turn are worth, for tests. Threads: any.

#include <cstdint>
#include <string_view>

#include "stages/episodic/signals/importance_signals.h"

namespace turnstream::episodic {

[[nodiscard]] inline std::int64_t weight_of(std::string_view user, std::string_view agent = {}) {
  model::TurnData turn;
  turn.user_input = user;
  turn.assistant_response = agent;
  return weight_of_words(turn);
}

}  // namespace turnstream::episodic
