#include "stages/pattern/describe.h"

#include <nlohmann/json.hpp>

#include "stages/common/evidence/describe.h"
#include "stages/pattern/kept_pattern.h"
#include "stages/pattern/sketch_rows.h"

namespace turnstream::pattern {
namespace {

using Json = nlohmann::json;

Json pattern_json(std::string_view key, std::string_view value) {
  const auto kept = PatternForm::decode(value, {}, evidence::id_in_key(key));
  if (!kept.ok()) {
    return evidence::describe_damage(kept.error());
  }
  std::string change;
  PatternForm::append_json(change, *kept);
  return evidence::describe_derived(change, kept->rank());
}

Json sketch_json(std::string_view value) {
  const auto sketch = Sketch::decode(value);
  if (!sketch.ok()) {
    return evidence::describe_damage(sketch.error());
  }
  Json counted = Json::array();
  for (const SketchEntry& entry : sketch->entries()) {
    Json turns = Json::array();
    for (const Occurrence& occurrence : entry.occurrences) {
      turns.push_back(occurrence.source.turn_id);
    }
    counted.push_back({{"key", entry.key}, {"count", entry.count()}, {"turns", turns}});
  }
  return {{"counted", counted}};
}

}  // namespace

Json describe_row(std::string_view key, std::string_view value) {
  if (key == PatternForm::kStats) {
    return evidence::describe_head(value, PatternForm::kCount, PatternForm::kMarkedCount);
  }
  const std::string_view prefix = key.substr(0, key.find('/') + 1);
  if (prefix == PatternForm::kPrefix) {
    return pattern_json(key, value);
  }
  if (prefix == kSketchPrefix) {
    return sketch_json(value);
  }
  if (prefix == evidence::kRanksPrefix) {
    return evidence::describe_ranks(value);
  }
  return {{"unknown_row", std::string(key)}};
}

}  // namespace turnstream::pattern
