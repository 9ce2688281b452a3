#include "stages/episodic/persona_work.h"

#include <algorithm>

#include "pipeline/base/hash64.h"
#include "pipeline/stage_api/memory_settings.h"

namespace turnstream::episodic {

PersonaWork::PersonaWork(const stage_api::Input& given_input, stage_api::PersonaContext& given_context)
    : input(given_input),
      context(given_context),
      settings(given_input.settings->read(kSettingFields)),
      items(context),
      state(items.head),
      links(context.state(), state, settings),
      ring(state, items, links, settings),
      episodes(context, state, settings) {}

Status PersonaWork::load() {
  return items.load();
}

Status PersonaWork::finish() {
  TS_RETURN_IF_ERROR(arm_timers());
  links.flush();
  return items.finish();
}

std::int64_t PersonaWork::stagger(std::int64_t period_ms) const {
  return static_cast<std::int64_t>(hash64(context.persona()) % static_cast<std::uint64_t>(period_ms));
}

Status PersonaWork::arm_timers() {
  const std::int64_t period_ms = settings.ring_period_s * 1000;
  if (!state.ring.empty() && !state.ring_timer_armed) {
    const LogTime due{input.now.value() + period_ms + stagger(period_ms)};
    TS_RETURN_IF_ERROR(context.timers().arm(kRingTimer, due));
    state.ring_timer_armed = true;
  }
  if (!state.open_episodes.empty() && !state.episode_timer_armed) {
    LogTime first = idle_end(state.open_episodes.front(), settings);
    for (const OpenEpisode& episode : state.open_episodes) {
      first = std::min(first, idle_end(episode, settings));
    }
    TS_RETURN_IF_ERROR(context.timers().arm(kEpisodesTimer, LogTime{first.value() + stagger(period_ms)}));
    state.episode_timer_armed = true;
  }
  return {};
}

Status PersonaWork::rearm_ring_timer(LogTime due) {
  if (state.ring.empty()) {
    return {};
  }
  const std::int64_t period_ms = settings.ring_period_s * 1000;
  const std::int64_t periods = std::max<std::int64_t>(0, (input.now.value() - due.value()) / period_ms) + 1;
  TS_RETURN_IF_ERROR(context.timers().arm(kRingTimer, LogTime{due.value() + periods * period_ms}));
  state.ring_timer_armed = true;
  return {};
}

}  // namespace turnstream::episodic
