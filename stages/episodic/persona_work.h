#pragma once
// PersonaWork: one call of the stage for one persona. It reads the state and gives its parts to the rules; finish()
// writes what they have not written yet. If the call fails, the runtime discards everything that it wrote. Lifetime:
// borrows input and context, for one call. Threads: the caller's.

#include "pipeline/stage_api/stage.h"
#include "stages/episodic/episode_book.h"
#include "stages/episodic/item_table.h"
#include "stages/episodic/link_index.h"
#include "stages/episodic/persona_state.h"
#include "stages/episodic/settings.h"
#include "stages/episodic/short_term.h"

namespace turnstream::episodic {

inline constexpr std::string_view kRingTimer = "ring";
inline constexpr std::string_view kEpisodesTimer = "episodes";

class PersonaWork {
 public:
  PersonaWork(const stage_api::Input& input, stage_api::PersonaContext& context);
  PersonaWork(const PersonaWork&) = delete;
  PersonaWork& operator=(const PersonaWork&) = delete;

  /// Reads the state. Call it first.
  Status load();
  /// Arms the timers that are needed and not armed, and writes items, links and state. Call it last.
  Status finish();

  const stage_api::Input& input;
  stage_api::PersonaContext& context;
  const EpisodicSettings& settings;
  ItemTable items;
  PersonaState& state;  ///< the head of the item table
  LinkIndex links;
  ShortTerm ring;
  EpisodeBook episodes;

  /// Arms the ring's timer again after it fired: for the first time after Input::now that is a whole number of periods
  /// after `due`. Does nothing if the ring is empty.
  Status rearm_ring_timer(LogTime due);

 private:
  [[nodiscard]] std::int64_t stagger(std::int64_t period_ms) const;
  Status arm_timers();
};

}  // namespace turnstream::episodic
