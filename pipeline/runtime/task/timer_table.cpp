#include "pipeline/runtime/task/timer_table.h"

#include <algorithm>
#include <limits>

#include "pipeline/runtime/task/state_keys.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::runtime {
namespace {

std::string order_key(const Timer& timer) {
  std::string key(1, store::kTimerPrefix);
  append_big_endian(key, static_cast<std::uint64_t>(timer.due.value()));
  append_persona(key, timer.persona);
  key.append(timer.name);
  return key;
}

Error damaged() {
  return make_error(error_codes::kStateDamaged, Reaction::kRebuildState,
                    "The row of a timer in the local state is damaged.");
}

}  // namespace

Result<std::vector<Timer>> TimerTable::load(std::string_view persona) {
  std::vector<Timer> timers;
  TS_ASSIGN_OR_RETURN(const auto row, state_.get(persona_key('p', persona)));
  if (!row) {
    return timers;
  }
  // The row has for each timer: due (8 bytes), failures (1), length of name (8), name.
  constexpr std::size_t kFixedBytes = 17;
  std::string_view text = *row;
  while (!text.empty()) {
    if (text.size() < kFixedBytes || text.size() - kFixedBytes < read_big_endian(text.substr(9))) {
      return damaged();
    }
    const auto length = read_big_endian(text.substr(9));
    timers.push_back({LogTime{static_cast<std::int64_t>(read_big_endian(text))}, std::string(persona),
                      std::string(text.substr(kFixedBytes, length)), static_cast<unsigned char>(text[8])});
    text.remove_prefix(kFixedBytes + length);
  }
  return timers;
}

void TimerTable::store(std::string_view persona, const std::vector<Timer>& timers) {
  const auto key = persona_key('p', persona);
  if (timers.empty()) {
    state_.erase(key);
    return;
  }
  std::string row;
  for (const auto& timer : timers) {
    append_big_endian(row, static_cast<std::uint64_t>(timer.due.value()));
    row.push_back(static_cast<char>(std::min(timer.failures, 255)));
    append_big_endian(row, timer.name.size());
    row.append(timer.name);
  }
  state_.put(key, row);
}

Status TimerTable::arm(const Timer& timer) {
  CHECK(timer.due.value() >= 0);
  TS_ASSIGN_OR_RETURN(auto timers, load(timer.persona));
  const auto same = [&](const Timer& other) { return other.name == timer.name; };
  if (const auto found = std::find_if(timers.begin(), timers.end(), same); found != timers.end()) {
    if (found->due == timer.due && found->failures == timer.failures) {
      return {};
    }
    state_.erase(order_key(*found));
    *found = timer;
  } else {
    CHECK(timers.size() < stage_api::kTimersMax);
    timers.push_back(timer);
  }
  std::sort(timers.begin(), timers.end(), [](const Timer& a, const Timer& b) { return a.name < b.name; });
  store(timer.persona, timers);
  state_.put(order_key(timer), std::string(1, static_cast<char>(std::min(timer.failures, 255))));
  return {};
}

Status TimerTable::cancel(std::string_view persona, std::string_view name) {
  TS_ASSIGN_OR_RETURN(auto timers, load(persona));
  const auto found = std::find_if(timers.begin(), timers.end(), [&](const Timer& timer) { return timer.name == name; });
  if (found != timers.end()) {
    state_.erase(order_key(*found));
    timers.erase(found);
    store(persona, timers);
  }
  return {};
}

Result<bool> TimerTable::take(const Timer& timer) {
  TS_ASSIGN_OR_RETURN(auto timers, load(timer.persona));
  const auto taken =
      std::erase_if(timers, [&](const Timer& other) { return other.name == timer.name && other.due == timer.due; });
  if (taken == 0) {
    return false;
  }
  state_.erase(order_key(timer));
  store(timer.persona, timers);
  return true;
}

Result<std::vector<Timer>> TimerTable::due_of(std::string_view persona, LogTime now) {
  TS_ASSIGN_OR_RETURN(auto timers, load(persona));
  std::erase_if(timers, [&](const Timer& timer) { return timer.due > now; });
  std::sort(timers.begin(), timers.end(),
            [](const Timer& a, const Timer& b) { return a.due != b.due ? a.due < b.due : a.name < b.name; });
  return timers;
}

Result<std::vector<Timer>> TimerTable::due(LogTime now, std::size_t limit) {
  std::vector<Timer> timers;
  if (now.value() < 0) {
    return timers;
  }
  const std::string from(1, store::kTimerPrefix);
  std::string to = from;
  append_big_endian(to, static_cast<std::uint64_t>(now.value()) + 1);
  bool readable = true;
  TS_RETURN_IF_ERROR(state_.scan(from, to, limit, [&](std::string_view key, std::string_view value) {
    Timer timer{LogTime{static_cast<std::int64_t>(read_big_endian(key.substr(1)))}, {}, {}, 0};
    key.remove_prefix(9);
    auto persona = take_persona(key);
    readable = persona.has_value() && value.size() == 1;
    if (readable) {
      timer.persona = *std::move(persona);
      timer.name = std::string(key);
      timer.failures = static_cast<unsigned char>(value.front());
      timers.push_back(std::move(timer));
    }
    return readable;
  }));
  if (!readable) {
    return damaged();
  }
  return timers;
}

}  // namespace turnstream::runtime
