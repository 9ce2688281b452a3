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

/// The items and tags that an open episode lists; add_item() and add_tags() limit their numbers.
struct EpisodeBody {
  std::vector<Uuid> item_ids;
  std::vector<std::string> tags;
  friend bool operator==(const EpisodeBody&, const EpisodeBody&) = default;
};

/// Whether `time` is within the episode, or less than episode_gap_s before its start or after its end.
[[nodiscard]] bool belongs(const OpenEpisode& episode, EventTime time, const EpisodicSettings& settings);

/// The log time at which the episode will have got no items for episode_gap_s.
[[nodiscard]] LogTime idle_end(const OpenEpisode& episode, const EpisodicSettings& settings);

/// Counts an item that `body` does not list, and lists it if fewer than episode_items_max are listed.
void add_item(OpenEpisode& episode, EpisodeBody& body, const Uuid& id, const EpisodicSettings& settings);
void add_tags(EpisodeBody& body, const std::vector<std::string>& tags, const EpisodicSettings& settings);

[[nodiscard]] model::Episode closed_episode(std::string_view persona, const OpenEpisode& episode,
                                            const EpisodeBody& body);

[[nodiscard]] std::string encode_body(const EpisodeBody& body);
[[nodiscard]] std::optional<EpisodeBody> decode_body(std::string_view bytes);

}  // namespace turnstream::episodic
