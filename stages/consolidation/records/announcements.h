#pragma once
// The events of the topics consolidation and maintenance: what they have in common. An event announces what happened;
// the changes of completions say what exists. Threads: the caller's.

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/json/writer.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::consolidation {

/// Writes the members of the event's type, between those that all events have.
using WriteFields = std::function<void(json::Writer& json)>;

/// An event of the topic consolidation: kind, type, id, persona_id, the fields, log.
void announce_consolidation(const stage_api::Input& input, stage_api::PersonaContext& context, std::string_view type,
                            const WriteFields& fields);
/// An event of the topic maintenance: kind, type, id, persona_id, stage, the fields, timestamp, log.
void announce_maintenance(const stage_api::Input& input, stage_api::PersonaContext& context, std::string_view type,
                          const WriteFields& fields);

/// `"<name>":["…"]`
void write_ids(json::Writer& json, std::string_view name, std::span<const std::string> ids);

}  // namespace turnstream::consolidation
