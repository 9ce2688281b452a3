#pragma once
// SketchRows: the sketches of a persona during one call, one row for each type of observed pattern (`sketch/<type>`). A
// row is read at the first use; flush() writes it if it changed. Lifetime: borrows the rows, for one call. Threads:
// the caller's.

#include <map>
#include <optional>

#include "pipeline/stage_api/stage.h"
#include "stages/pattern/settings.h"
#include "stages/pattern/signals.h"
#include "stages/pattern/sketch.h"

namespace turnstream::pattern {

inline constexpr std::string_view kSketchPrefix = "sketch/";

class SketchRows {
 public:
  SketchRows(stage_api::StateView& rows, const PatternSettings& settings) : rows_(rows), settings_(settings) {}

  /// Counts an observed signal; one of Signal::by_day() only on a later day than all counted ones. If it was then
  /// certainly seen at least observed_occurrences_min times, removes its entry and returns it; else returns nothing.
  Result<std::optional<SketchEntry>> count(const Signal& signal, const Occurrence& occurrence);
  /// Removes the occurrences of the sources for which `forgotten` is true.
  Status forget_if(const std::function<bool(const model::Source& source)>& forgotten);
  /// Writes the sketches that changed; erases the rows of empty ones. Call it last.
  void flush();

 private:
  struct Row {
    Sketch sketch;
    bool changed = false;
  };
  Result<Row*> open(model::PatternType type);
  [[nodiscard]] std::size_t keys_max(model::PatternType type) const;

  stage_api::StateView& rows_;
  const PatternSettings& settings_;
  std::map<model::PatternType, Row> open_;
};

}  // namespace turnstream::pattern
