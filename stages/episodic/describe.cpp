#include "stages/episodic/describe.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/decimal.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"
#include "stages/episodic/episodes.h"
#include "stages/episodic/links.h"
#include "stages/episodic/persona_state.h"

namespace turnstream::episodic {
namespace {

using Json = nlohmann::json;

Json ids_of(const std::vector<Uuid>& ids) {
  Json list = Json::array();
  for (const Uuid& id : ids) {
    list.push_back(to_string(id));
  }
  return list;
}

Json state_json(const PersonaState& state) {
  Json ring = Json::array();
  for (const RingEntry& entry : state.ring) {
    ring.push_back({{"id", to_string(entry.id)},
                    {"importance", json::parse_document(format_millionths(entry.importance))},
                    {"ephemeral", entry.ephemeral},
                    {"since", format_time(entry.since.value())}});
  }
  Json episodes = Json::array();
  for (const OpenEpisode& episode : state.open_episodes) {
    episodes.push_back({{"id", to_string(episode.id)},
                        {"session_id", episode.session_id},
                        {"start", format_time(episode.start.value())},
                        {"end", format_time(episode.end.value())},
                        {"last_active", format_time(episode.last_active.value())},
                        {"items", episode.items}});
  }
  return {{"ring", ring},
          {"promoted", state.counters.promoted},
          {"evicted", state.counters.evicted},
          {"aged_out", state.counters.aged_out},
          {"links", state.links_next},
          {"open_episodes", episodes},
          {"closed_episodes", state.closed.next - state.closed.first}};
}

Json links_json(std::string_view value) {
  std::vector<Uuid> ids;
  const auto entries = decode_link_row(value);
  if (!entries) {
    return {{"damaged", "A row of the index of links between items is damaged."}};
  }
  for (const LinkEntry& entry : *entries) {
    ids.push_back(entry.id);
  }
  return {{"linkable", ids_of(ids)}};
}

Json closed_ids_json(std::string_view value) {
  std::vector<Uuid> ids;
  for (ByteReader reader(value); !reader.at_end();) {
    ids.push_back(reader.uuid());
  }
  return {{"closed_episodes", ids_of(ids)}};
}

}  // namespace

Json describe_row(std::string_view key, std::string_view value) {
  if (key == kStateKey) {
    const auto state = decode_state(value);
    return state.ok() ? state_json(*state) : Json{{"damaged", state.error().message}};
  }
  if (key.starts_with(kItemPrefix) || key.starts_with(kClosedEpisodePrefix)) {
    return json::parse_document(value);
  }
  if (key.starts_with(kLinksPrefix)) {
    return links_json(value);
  }
  if (key.starts_with(kOpenEpisodePrefix)) {
    const auto body = decode_body(value);
    return body.has_value() ? Json{{"item_ids", ids_of(body->item_ids)}, {"tags", body->tags}}
                            : Json{{"damaged", true}};
  }
  if (key.starts_with(kClosedIdsPrefix)) {
    return closed_ids_json(value);
  }
  return {{"unknown_row", std::string(key)}};
}

}  // namespace turnstream::episodic
