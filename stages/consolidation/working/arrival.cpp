#include "stages/consolidation/working/arrival.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/number_text.h"
#include "pipeline/codec/memory_item.h"
#include "pipeline/json/fields.h"
#include "pipeline/model/names.h"

namespace turnstream::consolidation {
namespace {

Error bad_item() {
  return make_error(error_codes::kBadMemoryItem, Reaction::kRebuildState,
                    "A completion of the stage episodic has an item that cannot be read.");
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

/// Whether the object, which has no nested objects of this name, has the member.
bool has_member(std::string_view fields, std::string_view name) {
  return fields.find('"' + std::string(name) + "\":") != std::string_view::npos;
}

}  // namespace

Result<ItemView> read_item(std::string_view value) {
  TS_ASSIGN_OR_RETURN(model::MemoryItem read, codec::parse_memory_item(value));
  ItemView item;
  item.id = std::move(read.id);
  item.session_id = std::move(read.session_id);
  item.type = read.type;
  item.content = std::move(read.content);
  for (auto& [name, text] : read.context) {
    if (name == "message_id") {
      item.message_id = std::move(text);
    } else if (name == "room_id") {
      item.room_id = std::move(text);
    } else if (name == "error") {
      item.error = std::move(text);
    }
  }
  item.timestamp = read.timestamp;
  item.recorded_at = read.recorded_at;
  item.importance = read.importance;
  item.occurrences = read.occurrences;
  item.tags = std::move(read.tags);
  item.domain = read.domain;
  item.ephemeral = read.ephemeral;
  item.source = std::move(read.source);
  item.turn_id = std::move(read.provenance.turn_id);
  item.pointer = std::move(read.provenance.pointer);
  return item;
}

Result<ItemRise> read_patch(std::string_view patch) {
  ItemRise rise;
  const bool importance = has_member(patch, "importance");
  const bool occurrences = has_member(patch, "occurrences");
  const bool ephemeral = has_member(patch, "ephemeral");
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
