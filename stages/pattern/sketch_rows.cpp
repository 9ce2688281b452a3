#include "stages/pattern/sketch_rows.h"

#include <array>

#include "pipeline/model/names.h"

namespace turnstream::pattern {
namespace {

using model::PatternType;

constexpr std::array kSketched{PatternType::kTool, PatternType::kSequence, PatternType::kMode};

std::string key_of(PatternType type) {
  return std::string(kSketchPrefix).append(name_in(model::kPatternTypes, type));
}

}  // namespace

Result<std::optional<SketchEntry>> SketchRows::count(const Signal& signal, const Occurrence& occurrence) {
  std::optional<SketchEntry> enough;
  TS_ASSIGN_OR_RETURN(Row * row, open(signal.type));
  Sketch& sketch = row->sketch;
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
    case PatternType::kTool:
      return static_cast<std::size_t>(settings_.counted_tools_max);
    case PatternType::kSequence:
      return static_cast<std::size_t>(settings_.counted_sequences_max);
    default:
      return static_cast<std::size_t>(settings_.counted_modes_max);
  }
}

Result<TopicCounts*> SketchRows::topics() {
  if (!topics_.has_value()) {
    TS_ASSIGN_OR_RETURN(const auto bytes, rows_.get(kTopicsRow));
    Result<TopicCounts> read = bytes.has_value() ? TopicCounts::decode(*bytes, persona_) : TopicCounts(persona_);
    TS_ASSIGN_OR_RETURN(topics_, std::move(read));
  }
  return &*topics_;
}

Result<TimeCounts*> SketchRows::times() {
  if (!times_.has_value()) {
    TS_ASSIGN_OR_RETURN(const auto bytes, rows_.get(kTimesRow));
    Result<TimeCounts> read = bytes.has_value() ? TimeCounts::decode(*bytes) : TimeCounts();
    TS_ASSIGN_OR_RETURN(times_, std::move(read));
  }
  return &*times_;
}

Status SketchRows::forget_if(const std::function<bool(const model::Source& source)>& forgotten) {
  TS_ASSIGN_OR_RETURN(TopicCounts * topics, this->topics());
  topics->forget_if(forgotten);
  TS_ASSIGN_OR_RETURN(TimeCounts * times, this->times());
  times->forget_if(forgotten);
  for (const PatternType type : kSketched) {
    TS_ASSIGN_OR_RETURN(Row * row, open(type));
    row->changed = row->sketch.forget_if(forgotten) || row->changed;
  }
  return {};
}

template <typename Counts>
void SketchRows::write(std::string_view key, const std::optional<Counts>& counts) {
  if (!counts.has_value() || !counts->changed()) {
    return;
  }
  if (counts->empty()) {
    rows_.erase(key);
  } else {
    rows_.put(key, counts->encode());
  }
}

void SketchRows::flush() {
  write(kTopicsRow, topics_);
  write(kTimesRow, times_);
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
