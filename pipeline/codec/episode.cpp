#include "pipeline/codec/episode.h"

#include "pipeline/json/fields.h"
#include "pipeline/json/writer.h"

namespace turnstream::codec {

void append_episode(std::string& out, const model::Episode& episode) {
  json::Writer json(out);
  json.begin_object().string("kind", "episode").string("id", episode.id).string("persona_id", episode.persona_id);
  json.string("session_id", episode.session_id);
  json.time("start", episode.start.value()).time("end", episode.end.value());
  json.begin_array("item_ids");
  for (const std::string& id : episode.item_ids) {
    json.string(id);
  }
  json.end_array().integer("items", episode.items).begin_array("tags");
  for (const std::string& tag : episode.tags) {
    json.string(tag);
  }
  json.end_array().end_object();
}

Result<model::Episode> parse_episode(std::string_view bytes) {
  model::Episode episode;
  const bool ok = json::read_object(bytes, [&episode](json::Fields& fields) {
    episode.id = fields.text("id");
    episode.persona_id = fields.text("persona_id");
    episode.session_id = fields.text("session_id");
    episode.start = EventTime{fields.time("start")};
    episode.end = EventTime{fields.time("end")};
    episode.item_ids = fields.texts("item_ids");
    episode.items = fields.integer("items");
    episode.tags = fields.texts("tags");
  });
  if (!ok) {
    return make_error(error_codes::kBadEpisode, Reaction::kRebuildState,
                      "The stored bytes of an episode are damaged or have another format.");
  }
  return episode;
}

}  // namespace turnstream::codec
