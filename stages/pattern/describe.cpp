#include "stages/pattern/describe.h"

#include <nlohmann/json.hpp>

#include "stages/common/evidence/describe.h"
#include "stages/pattern/kept_pattern.h"
#include "stages/pattern/sketch_rows.h"

namespace turnstream::pattern {
namespace {

using Json = nlohmann::json;

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
  return key.starts_with(kSketchPrefix) ? sketch_json(value) : evidence::describe_row<PatternForm>(key, value);
}

}  // namespace turnstream::pattern
