#pragma once
// KeptPattern: a pattern as the stage keeps it, and PatternForm, which evidence::DerivedTable needs. Rows of a persona:
// `patterns` (the head), `ranks/<n>`, `pattern/<id>`, and the sketches (sketch_rows.h). Threads: values; pure.

#include <cstdint>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/pattern.h"
#include "stages/common/evidence/derived_table.h"

namespace turnstream::pattern {

/// Whether patterns of the type are what people state, not what was observed.
[[nodiscard]] constexpr bool is_stated(model::PatternType type) {
  return type == model::PatternType::kPreference || type == model::PatternType::kHabit ||
         type == model::PatternType::kInstruction;
}

struct KeptPattern {
  model::Pattern pattern;
  std::int64_t fresh_confidence = 0;  ///< confidence before decay: as set at last_used
  LogTime last_used;              ///< Input::now when the pattern began, or last recurred or turned into its opposite
  std::int64_t idle_periods = 0;  ///< whole idle periods since last_used that decay() has applied
  [[nodiscard]] bool stated() const { return is_stated(pattern.type); }
  [[nodiscard]] evidence::DerivedRank rank() const { return {pattern.confidence, stated(), last_used, idle_periods}; }
  friend bool operator==(const KeptPattern&, const KeptPattern&) = default;
};

struct PatternForm {
  using Memory = KeptPattern;
  static constexpr std::string_view kKind = "pattern";
  static constexpr std::string_view kPrefix = "pattern/";
  static constexpr std::string_view kStats = "patterns";
  static constexpr std::string_view kCount = "patterns";
  static constexpr std::string_view kMarkedCount = "stated";

  /// The row. It contains neither the id, which is in its key, nor the persona.
  static std::string encode(const KeptPattern& kept);
  /// Errors: evidence::bad_state().
  static Result<KeptPattern> decode(std::string_view bytes, std::string_view persona, const Uuid& id);
  static void append_json(std::string& out, const KeptPattern& kept);
  static std::optional<model::Patch> patch(const KeptPattern& before, const KeptPattern& after);
};

using PatternTable = evidence::DerivedTable<PatternForm>;

}  // namespace turnstream::pattern
