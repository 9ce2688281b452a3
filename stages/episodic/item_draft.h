#pragma once
// Draft: the fields that differ between the items of one turn. make_item() adds the other fields (such as id, context,
// importance, tags, provenance) and cuts the content to content_code_points_max. Threads: any; pure.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/memory_item.h"
#include "pipeline/stage_api/stage.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// The views must live until make_item() returns; `tool` and `goal` as long as the NewItem, which has them too.
struct Draft {
  model::ItemType type = model::ItemType::kObservation;
  std::string content;
  std::string pointer;      ///< JSON pointer to the part of the turn
  std::string_view source;  ///< becomes MemoryItem::source: "turn/chat", "turn/tool", …
  std::optional<std::int64_t> given_importance = {};
  std::int64_t bonus = 0;
  std::span<const std::string_view> given_tags = {};
  std::span<const std::string_view> texts = {};  ///< after given_tags, tags are taken from these texts
  std::string_view tool = {};
  std::string_view goal = {};
  std::string_view action = {};
  std::string error = {};
  bool ephemeral = false;
  std::span<const std::string_view> references = {};
};

/// link_entry_of() (links.h) hashes `tool` and `goal`, which are views into the turn, to find related items.
struct NewItem {
  Uuid id;
  model::MemoryItem item;
  std::string_view tool = {};
  std::string_view goal = {};
};

/// The item of the turn with the fields of the draft. Precondition: input.turn is set.
[[nodiscard]] NewItem make_item(Draft draft, const stage_api::Input& input, const EpisodicSettings& settings);

}  // namespace turnstream::episodic
