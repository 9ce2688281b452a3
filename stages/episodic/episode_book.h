#pragma once
// EpisodeBook: a persona's open and closed episodes, for one record. An episode is published (a change of kind
// "episode") when it closes:
// - a turn with items of its session is episode_gap_s or more before or after it (by event time), or
// - the timer finds that it got no items for episode_gap_s (by log time), or
// - another episode opens, open_episodes_max are open, and it got no items for the longest time.
// At most closed_episodes_max closed ones are kept so that `forget` can remove them. Lifetime: borrows all arguments,
// for one call of the stage. Threads: the caller's.

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/episodic/episodes.h"

namespace turnstream::episodic {

/// The items of one turn. If an item collapsed into another, `ids` has the id of the other.
struct EpisodeItems {
  std::string_view session_id;
  Uuid first_own_id;  ///< the first item's id before any collapse; the id of a new episode derives from it
  EventTime time;
  LogTime now;
  std::span<const Uuid> ids;
  std::span<const std::vector<std::string>> tags;  ///< the tags of each new item, also of one that collapsed
};

class EpisodeBook {
 public:
  EpisodeBook(stage_api::PersonaContext& context, PersonaState& state, const EpisodicSettings& settings)
      : context_(context),
        state_(state),
        settings_(settings),
        closed_(context.state(), std::string(kClosedIdsPrefix), state.closed) {}

  /// Adds the items to the open episode of their session if belongs() is true, else to a new one. Precondition: there
  /// is at least one item.
  Status add(const EpisodeItems& items);
  Status close_idle(LogTime now);
  /// Removes the episodes that match. Only a closed one was published, so only its removal is a change. Returns how
  /// many closed ones were removed.
  Result<std::int64_t> forget(const std::function<bool(const model::Episode&)>& matches);
  /// Removes all episodes and the list of closed ones. Returns how many closed ones were removed.
  Result<std::int64_t> forget_all();

 private:
  Result<EpisodeBody> load_body(const Uuid& id);
  Status close(std::size_t index);
  Status keep_closed(const Uuid& id);
  Status forget_open(const std::function<bool(const model::Episode&)>& matches);

  stage_api::PersonaContext& context_;
  PersonaState& state_;
  const EpisodicSettings& settings_;
  evidence::IdList closed_;  ///< the ids of closed episodes, in order of closing
};

}  // namespace turnstream::episodic
