#include "stages/consolidation/records/announcements.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kStage = "consolidation";

void begin_event(json::Writer& json, stage_api::PersonaContext& context, std::string_view kind, std::string_view type) {
  const std::string id = context.effects().event_id(kind, type);
  json.begin_object().string("kind", kind).string("type", type).string("id", id);
  json.string("persona_id", context.persona());
}

void end_event(json::Writer& json, const stage_api::Input& input) {
  json.begin_object("log").integer("partition", input.log.partition.value());
  json.integer("offset", input.log.offset.value()).end_object().end_object();
}

}  // namespace

void announce_consolidation(const stage_api::Input& input, stage_api::PersonaContext& context, std::string_view type,
                            const WriteFields& fields) {
  std::string value;
  json::Writer json(value);
  begin_event(json, context, "consolidation", type);
  fields(json);
  end_event(json, input);
  context.effects().event("consolidation", "consolidation", std::move(value));
}

void announce_maintenance(const stage_api::Input& input, stage_api::PersonaContext& context, std::string_view type,
                          const WriteFields& fields) {
  std::string value;
  json::Writer json(value);
  begin_event(json, context, "maintenance", type);
  json.string("stage", kStage);
  fields(json);
  json.time("timestamp", input.log_time.value());
  end_event(json, input);
  context.effects().event("maintenance", "maintenance", std::move(value));
}

void write_ids(json::Writer& json, std::string_view name, std::span<const std::string> ids) {
  json.begin_array(name);
  for (const std::string& id : ids) {
    json.string(id);
  }
  json.end_array();
}

}  // namespace turnstream::consolidation
