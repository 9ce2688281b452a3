#include "stages/consolidation/working/arrival.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/number_text.h"
#include "pipeline/codec/evidence_fields.h"
#include "pipeline/codec/memory_item.h"
#include "pipeline/json/fields.h"
#include "pipeline/json/written_fields.h"
#include "pipeline/model/names.h"

namespace turnstream::consolidation {
namespace {

Error bad_item() {
  return make_error(error_codes::kBadMemoryItem, Reaction::kRebuildState,
                    "A completion of the stage episodic has an item that cannot be read.");
}

void read_context(std::string_view name, std::string_view text, ItemView& item) {
  if (name == "message_id") {
    item.message_id = text;
  } else if (name == "room_id") {
    item.room_id = text;
  } else if (name == "error") {
    item.error = text;
  }
}

/// In the order in which codec/memory_item.h writes.
void read_written_item(json::WrittenFields& fields, ItemView& item) {
  item.id = fields.text("id");
  fields.skip("persona_id");
  item.session_id = fields.text("session_id");
  item.type = fields.named("type", model::kItemTypes);
  item.content = fields.text("content");
  fields.skip("truncated");
  fields.each_text("context", [&](std::string_view name, std::string_view text) { read_context(name, text, item); });
  item.timestamp = EventTime{fields.time("timestamp")};
  item.recorded_at = LogTime{fields.time("recorded_at")};
  fields.skip("consolidated_at");
  fields.skip("last_accessed_at");
  fields.skip("base_importance");
  item.importance = fields.millionths("importance");
  fields.skip("access_count");
  item.occurrences = fields.integer("occurrences");
  fields.skip("tier");
  fields.skip("related_to");
  item.tags = fields.texts("tags");
  item.domain = fields.named("domain", model::kDomains);
  item.ephemeral = fields.boolean("ephemeral");
  fields.skip("references");
  fields.skip("confidence");
  item.source = fields.text("source");
  json::WrittenFields provenance = fields.object("provenance");
  item.turn_id = provenance.text("turn_id");
  item.pointer = provenance.text("pointer");
}

ItemView view_of(model::MemoryItem whole) {
  ItemView item;
  item.id = std::move(whole.id);
  item.session_id = std::move(whole.session_id);
  item.type = whole.type;
  item.content = std::move(whole.content);
  for (const auto& [name, text] : whole.context) {
    read_context(name, text, item);
  }
  item.timestamp = whole.timestamp;
  item.recorded_at = whole.recorded_at;
  item.importance = whole.importance;
  item.occurrences = whole.occurrences;
  item.tags = std::move(whole.tags);
  item.domain = whole.domain;
  item.ephemeral = whole.ephemeral;
  item.source = std::move(whole.source);
  item.turn_id = std::move(whole.provenance.turn_id);
  item.pointer = std::move(whole.provenance.pointer);
  return item;
}

/// In their order in a turn.
constexpr std::array<std::string_view, 7> kParts{"turn_data",      "tool_executions", "observations", "goal_updates",
                                                 "action_updates", "errors",          "warnings"};
/// In their order behind a tool itself.
constexpr std::array<std::string_view, 3> kToolParts{"", "observations_added", "memory_writes"};

template <std::size_t size>
std::int64_t rank_in(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) - names.begin();
}

/// Whether the object, which has no nested objects of this name, has the member. `name`: in quotes, with the colon.
bool has_member(std::string_view fields, std::string_view name) {
  return fields.find(name) != std::string_view::npos;
}

}  // namespace

Result<ItemView> read_item(std::string_view value) {
  ItemView item;
  const auto read = [&item](json::WrittenFields& fields) { read_written_item(fields, item); };
  if (json::read_written_front(value, read)) {
    return item;
  }
  TS_ASSIGN_OR_RETURN(model::MemoryItem whole, codec::parse_memory_item(value));
  return view_of(std::move(whole));
}

Result<ItemRise> read_patch(std::string_view patch) {
  ItemRise rise;
  const bool importance = has_member(patch, R"("importance":)");
  const bool occurrences = has_member(patch, R"("occurrences":)");
  const bool ephemeral = has_member(patch, R"("ephemeral":)");
  if (!importance && !occurrences && !ephemeral) {
    return rise;
  }
  const bool ok = json::read_object(patch, [&](json::Fields& fields) {
    if (importance) {
      rise.importance = fields.millionths("importance");
    }
    if (occurrences) {
      rise.occurrences = fields.integer("occurrences");
    }
    if (ephemeral) {
      rise.ephemeral = fields.boolean("ephemeral");
    }
  });
  return ok ? Result<ItemRise>(rise) : bad_item();
}

Result<model::SourceList> read_sources(std::string_view value) {
  model::SourceList sources;
  if (!has_member(value, R"("sources":)")) {
    return sources;
  }
  const bool ok =
      json::read_object(value, [&sources](json::Fields& fields) { sources = codec::read_sources(fields, true); });
  return ok ? Result<model::SourceList>(std::move(sources)) : bad_item();
}

TurnPlace place_in_turn(std::string_view pointer) {
  std::array<std::string_view, 4> steps;
  for (std::string_view& step : steps) {
    pointer.remove_prefix(pointer.empty() ? 0 : 1);
    step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
  }
  return {rank_in(kParts, steps[0]), read_number(steps[1]).value_or(0), rank_in(kToolParts, steps[2]),
          read_number(steps[3]).value_or(0)};
}

bool is_new(const ItemView& item, const stage_api::Input& input) {
  if (input.turn == nullptr || item.turn_id != input.turn->turn_id) {
    return false;
  }
  return input.kind == stage_api::RecordKind::kRedrive || item.recorded_at == input.log_time;
}

}  // namespace turnstream::consolidation
