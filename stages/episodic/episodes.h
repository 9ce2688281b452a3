#pragma once
// Episodes: the rules that decide which items of a session belong together, as functions over values. An open episode
// is an OpenEpisode in PersonaState and an EpisodeBody; a closed one is a model::Episode. Threads: any; pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/episode.h"
#include "stages/episodic/persona_state.h"

namespace turnstream::episodic {

/// The ids of the first episode_items_max items and the first tags_max tags.
struct EpisodeBody {
  std::vector<Uuid> item_ids;
  std::vector<std::string> tags;
  friend bool operator==(const EpisodeBody&, const EpisodeBody&) = default;
};

/// Whether the time between `time` and the episode is less than the gap, before or after the episode.
[[nodiscard]] bool belongs(const OpenEpisode& episode, EventTime time, const EpisodicSettings& settings);

/// The log time from which the next timer closes the episode if no further item comes.
[[nodiscard]] LogTime idle_end(const OpenEpisode& episode, const EpisodicSettings& settings);

/// Counts an item that the body does not list, and lists it if there is room. add_tags() adds tags up to tags_max.
void add_item(OpenEpisode& episode, EpisodeBody& body, const Uuid& id, const EpisodicSettings& settings);
void add_tags(EpisodeBody& body, const std::vector<std::string>& tags, const EpisodicSettings& settings);

[[nodiscard]] model::Episode closed_episode(std::string_view persona, const OpenEpisode& episode,
                                            const EpisodeBody& body);

[[nodiscard]] std::string encode_body(const EpisodeBody& body);
[[nodiscard]] std::optional<EpisodeBody> decode_body(std::string_view bytes);

}  // namespace turnstream::episodic
