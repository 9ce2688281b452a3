#pragma once
// SketchRows: what a persona's turns showed and is not a pattern yet, during one call, one row for each type of observed pattern
// (`sketch/<type>`): topics, times, and sketches of tools, sequences and modes. A row is read at the first use; flush() writes it
// if it changed. Lifetime: borrows the rows, for one call. Threads: the caller's.

#include <map>
#include <optional>
#include <string>

#include "pipeline/stage_api/stage.h"
#include "stages/pattern/settings.h"
#include "stages/pattern/signals.h"
#include "stages/pattern/sketch.h"
#include "stages/pattern/time_counts.h"
#include "stages/pattern/topic_counts.h"

namespace turnstream::pattern {

inline constexpr std::string_view kSketchPrefix = "sketch/";
inline constexpr std::string_view kTopicsRow = "sketch/topic";
inline constexpr std::string_view kTimesRow = "sketch/time";

class SketchRows {
 public:
  SketchRows(stage_api::PersonaContext& context, const PatternSettings& settings)
      : rows_(context.state()), persona_(context.persona()), settings_(settings) {}

  /// Counts a signal of a tool, sequence or mode. If it was then certainly seen at least observed_occurrences_min times, removes
  /// its entry and returns it; else returns nothing.
  Result<std::optional<SketchEntry>> count(const Signal& signal,
                                           const Occurrence& occurrence);  /// Valid as long as this object.
  Result<TopicCounts*> topics();
  Result<TimeCounts*> times();
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
  template <typename Counts>
  void write(std::string_view key, const std::optional<Counts>& counts);

  stage_api::StateView& rows_;
  std::string persona_;
  const PatternSettings& settings_;
  std::map<model::PatternType, Row> open_;
  std::optional<TopicCounts> topics_;
  std::optional<TimeCounts> times_;
};

}  // namespace turnstream::pattern
