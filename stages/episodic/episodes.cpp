#include "stages/episodic/episodes.h"

#include <algorithm>

namespace turnstream::episodic {
namespace {

constexpr std::size_t kUuidSize = 16;

std::int64_t gap_ms(const EpisodicSettings& settings) {
  return settings.episode_gap_s * 1000;
}

}  // namespace

bool belongs(const OpenEpisode& episode, EventTime time, const EpisodicSettings& settings) {
  return time.value() - episode.end.value() < gap_ms(settings) &&
         episode.start.value() - time.value() < gap_ms(settings);
}

LogTime idle_end(const OpenEpisode& episode, const EpisodicSettings& settings) {
  return LogTime{episode.last_active.value() + gap_ms(settings)};
}

void add_item(OpenEpisode& episode, EpisodeBody& body, const Uuid& id, const EpisodicSettings& settings) {
  if (std::find(body.item_ids.begin(), body.item_ids.end(), id) != body.item_ids.end()) {
    return;
  }
  ++episode.items;
  if (static_cast<std::int64_t>(body.item_ids.size()) < settings.episode_items_max) {
    body.item_ids.push_back(id);
  }
}

void add_tags(EpisodeBody& body, const std::vector<std::string>& tags, const EpisodicSettings& settings) {
  for (const std::string& tag : tags) {
    if (static_cast<std::int64_t>(body.tags.size()) >= settings.tags_max) {
      return;
    }
    if (std::find(body.tags.begin(), body.tags.end(), tag) == body.tags.end()) {
      body.tags.push_back(tag);
    }
  }
}

model::Episode closed_episode(std::string_view persona, const OpenEpisode& episode, const EpisodeBody& body) {
  model::Episode closed;
  closed.id = to_string(episode.id);
  closed.persona_id = std::string(persona);
  closed.session_id = episode.session_id;
  closed.start = episode.start;
  closed.end = episode.end;
  for (const Uuid& id : body.item_ids) {
    closed.item_ids.push_back(to_string(id));
  }
  closed.items = episode.items;
  closed.tags = body.tags;
  return closed;
}

std::string encode_body(const EpisodeBody& body) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.varint(body.item_ids.size());
  for (const Uuid& id : body.item_ids) {
    writer.uuid(id);
  }
  writer.varint(body.tags.size());
  for (const std::string& tag : body.tags) {
    writer.text(tag);
  }
  return bytes;
}

std::optional<EpisodeBody> decode_body(std::string_view bytes) {
  EpisodeBody body;
  ByteReader reader(bytes);
  body.item_ids.resize(reader.count(kUuidSize));
  for (Uuid& id : body.item_ids) {
    id = reader.uuid();
  }
  const std::size_t tags = reader.count(1);
  for (std::size_t i = 0; i < tags; ++i) {
    body.tags.emplace_back(reader.text());
  }
  return reader.done() ? std::optional(std::move(body)) : std::nullopt;
}

}  // namespace turnstream::episodic
