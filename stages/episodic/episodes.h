#pragma once
// Episodes: which items of a session belong together, as rules over values. An open episode is an OpenEpisode in
// PersonaState plus a body; closed, it is a model::Episode. Threads: any; pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/episode.h"
#include "stages/episodic/persona_state.h"

namespace turnstream::episodic {

/// Bounded: `items` in OpenEpisode counts on.
struct EpisodeBody {
  std::vector<Uuid> item_ids;
  std::vector<std::string> tags;
  friend bool operator==(const EpisodeBody&, const EpisodeBody&) = default;
};

/// True while less than the gap lies between `time` and the episode, before or after it.
[[nodiscard]] bool belongs(const OpenEpisode& episode, EventTime time, const EpisodicSettings& settings);

/// When nothing has come for the length of the gap, by the log's time, the episode is over.
[[nodiscard]] LogTime idle_end(const OpenEpisode& episode, const EpisodicSettings& settings);

/// Counts an item in, unless it is there already; takes its tags, first come, up to tags_max.
void add_item(OpenEpisode& episode, EpisodeBody& body, const Uuid& id, const EpisodicSettings& settings);
void add_tags(EpisodeBody& body, const std::vector<std::string>& tags, const EpisodicSettings& settings);

[[nodiscard]] model::Episode closed_episode(std::string_view persona, const OpenEpisode& episode,
                                            const EpisodeBody& body);

[[nodiscard]] std::string encode_body(const EpisodeBody& body);
[[nodiscard]] std::optional<EpisodeBody> decode_body(std::string_view bytes);

}  // namespace turnstream::episodic
