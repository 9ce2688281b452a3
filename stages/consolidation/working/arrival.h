#pragma once
// Arrivals: what episodic's completion says about items that working memory needs. Threads: any; pure.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/model/memory_item.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::consolidation {

/// An item that episodic put: the fields that matter here.
struct ItemView {
  std::string id;
  std::string session_id;
  model::ItemType type = model::ItemType::kObservation;
  std::string content;
  std::string message_id;  ///< message_id, room_id, error: of the context; empty if it has none
  std::string room_id;
  std::string error;
  EventTime timestamp;
  LogTime recorded_at;
  std::int64_t importance = 0;
  std::int64_t occurrences = 1;
  std::vector<std::string> tags;
  model::Domain domain = model::Domain::kChat;
  bool ephemeral = false;
  std::string source;
  std::string turn_id;
  std::string pointer;
};

/// Reads the value of a put of kind memory. Errors: those of parse_memory_item().
Result<ItemView> read_item(std::string_view value);

/// What a patch of kind memory changes of an entry; absent fields do not change.
struct ItemRise {
  std::optional<std::int64_t> importance;
  std::optional<std::int64_t> occurrences;
  std::optional<bool> ephemeral;
  [[nodiscard]] bool empty() const { return !importance && !occurrences && !ephemeral; }
};
/// Errors: those of parse_memory_item().
Result<ItemRise> read_patch(std::string_view fields);

/// The sources of an item in a put or patch of kind memory; empty if it has no list of them. Errors: those of
/// parse_memory_item().
Result<model::SourceList> read_sources(std::string_view value);

/// Where the part of a turn that the pointer names stands among its parts, as episodic makes items of them: chat, each tool
/// with its observations and memory writes, observations, goals, actions, errors, warnings; then unknown parts. For example
/// `/observations/9` stands before `/observations/10`.
using TurnPlace = std::array<std::int64_t, 4>;
[[nodiscard]] TurnPlace place_in_turn(std::string_view pointer);

/// Whether the record of this input brought the item; otherwise it was known before, and was promoted.
[[nodiscard]] bool is_new(const ItemView& item, const stage_api::Input& input);

}  // namespace turnstream::consolidation
