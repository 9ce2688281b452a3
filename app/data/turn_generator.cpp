#include "app/data/turn_generator.h"

#include <algorithm>

#include "pipeline/base/check.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kActiveSessionsMax = 8;

}  // namespace

TurnGenerator::TurnGenerator(const GeneratorOptions& options)
    : options_(options),
      writer_({.seed = options.seed, .turn_bytes_avg = options.turn_bytes_avg, .turn_ids = options.turn_ids}),
      time_ms_(options.start_ms) {
  CHECK(options.personas > 0 && options.interval_ms_avg > 0);
  const auto count = std::min(kActiveSessionsMax, static_cast<std::size_t>(options.personas));
  for (std::size_t i = 0; i < count; ++i) {
    active_.push_back(open_session());
  }
}

/// Opens a session of the next persona that has no open one.
WrittenSession TurnGenerator::open_session() {
  const std::int64_t number = ++sessions_;
  std::int64_t persona = (number - 1) % options_.personas;
  const auto is_busy = [&] {
    return std::any_of(active_.begin(), active_.end(),
                       [&](const WrittenSession& other) { return other.turns_left > 0 && other.persona == persona; });
  };
  while (is_busy()) {
    persona = (persona + 1) % options_.personas;
  }
  return {.persona = persona, .number = number, .turns_left = static_cast<int>(writer_.random().between(4, 14))};
}

void TurnGenerator::append_next(std::string& out) {
  time_ms_ += writer_.random().between(1, 2 * options_.interval_ms_avg - 1);
  WrittenSession& session = active_[writer_.random().below(active_.size())];
  writer_.append(out, session, time_ms_);
  if (session.turns_left == 0) {
    session = open_session();
  }
}

}  // namespace turnstream::app
