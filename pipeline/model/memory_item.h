#pragma once
// MemoryItem: one remembered item; the value of a change of kind "memory". codec/memory_item.h converts it to bytes and
// back. Scores are integers of millionths. schemas/memory_item.schema.json lists the fields. Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/model/source.h"
#include "pipeline/model/state_export.h"

namespace turnstream::model {

enum class ItemType { kChat, kObservation, kTask, kDecision, kToolUse, kError, kInsight };
enum class Tier { kShortTerm, kLongTerm, kArchived };
enum class Confidence { kVerified, kHint, kStale };

/// Where the item comes from: the turn, the element in the turn, and the record with the turn that intake read.
struct Provenance {
  std::string turn_id;
  std::string pointer;  ///< JSON pointer into the turn
  std::string topic;
  Partition partition;
  Offset offset;
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

struct MemoryItem {
  std::string id;
  std::string persona_id;
  std::string session_id;
  ItemType type = ItemType::kObservation;
  std::string content;
  bool truncated = false;
  std::vector<std::pair<std::string, std::string>>
      context;  ///< names and values, in the order in which the codec writes them
  EventTime timestamp;
  LogTime recorded_at;
  std::optional<LogTime> consolidated_at;
  std::optional<LogTime> last_accessed_at;
  std::int64_t base_importance = 0;
  std::int64_t importance = 0;
  std::int64_t access_count = 0;
  std::int64_t occurrences = 1;
  Tier tier = Tier::kShortTerm;
  std::vector<std::string> related_to;
  std::vector<std::string> tags;
  Domain domain = Domain::kChat;
  bool ephemeral = false;
  std::vector<std::string> references;
  Confidence confidence = Confidence::kVerified;
  std::string source;
  Provenance provenance;
  /// Empty until an equal item is merged into this one. Then it has this item's own source and those of the merged
  /// items, as far as memory.episodic.sources_max (at most kSourcesMax) allows.
  SourceList sources;
  friend bool operator==(const MemoryItem&, const MemoryItem&) = default;
};

}  // namespace turnstream::model
