#pragma once
// EpisodeBook: a persona's open and closed episodes in its state, for one record. An episode is published (a change of
// kind "episode") when it closes: at the first item of its session beyond the gap, when its session has been silent for
// the gap by the log's time, or when too many are open. Closed ones are kept so that `forget` can take them back.
// Lifetime: borrows all it is given, for one call of the stage. Threads: the caller's.

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/episodic/episodes.h"

namespace turnstream::episodic {

/// The items of one turn. `ids` are those they have in memory; an item that collapsed into another has the other's.
struct EpisodeItems {
  std::string_view session_id;
  Uuid first_own_id;  ///< of the first item, before any collapse: no two episodes begin with the same
  EventTime time;
  LogTime now;
  std::span<const Uuid> ids;
  std::span<const std::vector<std::string>> tags;
};

class EpisodeBook {
 public:
  EpisodeBook(stage_api::PersonaContext& context, PersonaState& state, const EpisodicSettings& settings)
      : context_(context), state_(state), settings_(settings) {}

  /// Precondition: there is at least one item.
  Status add(const EpisodeItems& items);
  Status close_idle(LogTime now);
  /// Removes episodes that match, open ones silently; returns how many closed ones there were.
  Result<std::int64_t> forget(const std::function<bool(const model::Episode&)>& matches);
  /// As forget() of all, and leaves no row.
  Result<std::int64_t> forget_all();

 private:
  Result<EpisodeBody> load_body(const Uuid& id);
  Status close(std::size_t index);
  Status keep_closed(const Uuid& id);
  Status drop_oldest_closed();
  Status forget_open(const std::function<bool(const model::Episode&)>& matches);
  Result<std::vector<Uuid>> load_closed_ids(std::uint64_t row);
  void store_closed_ids(std::uint64_t row, const std::vector<Uuid>& ids);

  stage_api::PersonaContext& context_;
  PersonaState& state_;
  const EpisodicSettings& settings_;
};

}  // namespace turnstream::episodic
