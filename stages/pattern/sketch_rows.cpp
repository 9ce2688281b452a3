#include "stages/pattern/sketch_rows.h"

#include <array>

#include "pipeline/model/names.h"
#include "stages/pattern/event_day.h"

namespace turnstream::pattern {
namespace {

using model::PatternType;

constexpr std::array kCounted{PatternType::kTopic, PatternType::kTime, PatternType::kTool, PatternType::kSequence,
                              PatternType::kMode};

/// The number of keys for times: all hours and all weekdays.
constexpr std::size_t kTimes = 24 + 7;

std::string key_of(PatternType type) {
  return std::string(kSketchPrefix).append(name_in(model::kPatternTypes, type));
}

}  // namespace

Result<std::optional<SketchEntry>> SketchRows::count(const Signal& signal, const Occurrence& occurrence) {
  std::optional<SketchEntry> enough;
  TS_ASSIGN_OR_RETURN(Row * row, open(signal.type));
  Sketch& sketch = row->sketch;
  const SketchEntry* known = sketch.find(signal.key);
  if (signal.by_day() && known != nullptr && day_of(occurrence.at) <= day_of(known->last_seen())) {
    return enough;
  }
  row->changed = true;
  const SketchEntry& entry = sketch.count(signal.key, occurrence, keys_max(signal.type));
  if (entry.surely_seen() >= settings_.observed_occurrences_min) {
    enough = entry;
    sketch.remove(signal.key);
  }
  return enough;
}

Result<SketchRows::Row*> SketchRows::open(PatternType type) {
  const auto [place, first] = open_.try_emplace(type);
  Row& row = place->second;
  if (first) {
    TS_ASSIGN_OR_RETURN(const auto bytes, rows_.get(key_of(type)));
    if (bytes.has_value()) {
      TS_ASSIGN_OR_RETURN(row.sketch, Sketch::decode(*bytes));
    }
  }
  return &row;
}

std::size_t SketchRows::keys_max(PatternType type) const {
  switch (type) {
    case PatternType::kTopic:
      return static_cast<std::size_t>(settings_.counted_topics_max);
    case PatternType::kTool:
      return static_cast<std::size_t>(settings_.counted_tools_max);
    case PatternType::kSequence:
      return static_cast<std::size_t>(settings_.counted_sequences_max);
    case PatternType::kMode:
      return static_cast<std::size_t>(settings_.counted_modes_max);
    default:
      return kTimes;
  }
}

Status SketchRows::forget_if(const std::function<bool(const model::Source& source)>& forgotten) {
  for (const PatternType type : kCounted) {
    TS_ASSIGN_OR_RETURN(Row * row, open(type));
    row->changed = row->sketch.forget_if(forgotten) || row->changed;
  }
  return {};
}

void SketchRows::flush() {
  for (const auto& [type, row] : open_) {
    if (!row.changed) {
      continue;
    }
    if (row.sketch.entries().empty()) {
      rows_.erase(key_of(type));
    } else {
      rows_.put(key_of(type), row.sketch.encode());
    }
  }
}

}  // namespace turnstream::pattern
