#pragma once
// Insight: what consolidation keeps of a persona's items; the value of a change of kind "insight" and of an event on the
// topic insights. codec/insight.h converts it to bytes and back. Scores are integers of millionths.
// schemas/insight.schema.json lists the fields. Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/model/completion.h"
#include "pipeline/model/source.h"
#include "pipeline/model/state_export.h"

namespace turnstream::model {

enum class InsightType { kExtracted, kMeta, kShared, kDiscovery };

/// How the text was made: word for word by rules, by a model, or by a rule in place of a model's answer.
enum class DerivationMethod { kExtractive, kModel, kFallback };

struct Derivation {
  DerivationMethod method = DerivationMethod::kExtractive;
  std::optional<std::string> model;      ///< the model's name
  std::optional<std::string> effect_id;  ///< of the request that the model answered, or failed to answer
  friend bool operator==(const Derivation&, const Derivation&) = default;
};

/// Of an insight of type shared: where it comes from.
struct SharedFrom {
  std::string persona_id;
  std::string insight_id;
  LogTime shared_at;
  friend bool operator==(const SharedFrom&, const SharedFrom&) = default;
};

/// Of an insight of type discovery, in place of a summary.
struct Discovery {
  std::vector<std::string> connections;
  std::vector<std::string> contradictions;
  std::vector<std::string> open_questions;
  friend bool operator==(const Discovery&, const Discovery&) = default;
};

struct Insight {
  std::string id;
  std::string persona_id;
  std::string user_id;  ///< the user whose words it rests on; empty: none, or several
  InsightType type = InsightType::kExtracted;
  std::string summary;
  std::optional<Discovery> discovery;
  SourceList sources;  ///< items; of a meta-insight insights. At most kSourcesMax
  Domain domain = Domain::kChat;
  std::int64_t importance = 0;
  std::vector<std::string> tags;
  std::int64_t confidence = 0;
  LogTime extracted_at;
  std::optional<LogTime> last_accessed_at;
  std::int64_t access_count = 0;
  Derivation derived_by;
  std::optional<SharedFrom> shared;
  LogPosition log;  ///< of the record that made it
  friend bool operator==(const Insight&, const Insight&) = default;
};

}  // namespace turnstream::model
