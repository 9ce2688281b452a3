#include "stages/semantic/fact_timelines.h"

#include <optional>

#include "pipeline/base/hash64.h"

namespace turnstream::semantic {

Status FactTimelines::say(const std::string& slot, EventTime at, const Uuid& id) {
  std::optional<Point> oldest;
  TS_RETURN_IF_ERROR(change(slot, [&](Timeline& timeline) {
    semantic::say(timeline, at, id);
    oldest = holds(timeline, id) ? std::optional<Point>() : timeline.front();
  }));
  if (oldest.has_value()) {
    TS_ASSIGN_OR_RETURN(KeptFact * kept, facts_.find(id));
    kept->fact.validity = {{at, oldest->first}};
    kept->fact.current = false;
    kept->fact.superseded_by = oldest->fact == kNothing ? std::nullopt : std::optional(oldest->fact);
  }
  return {};
}

Status FactTimelines::change(const std::string& slot, const std::function<void(Timeline&)>& edit) {
  const std::string key = hash_key(kSlotPrefix, hash64(slot));
  TS_ASSIGN_OR_RETURN(const auto bytes, context_.state().get(key));
  Timeline timeline;
  if (bytes.has_value()) {
    TS_ASSIGN_OR_RETURN(timeline, decode_timeline(*bytes));
  }
  const Timeline before = timeline;
  edit(timeline);
  if (timeline == before) {
    return {};
  }
  for (const Uuid& id : facts_moved(before, timeline)) {
    const Standing standing = standing_of(timeline, id);
    if (id == kNothing || (standing == standing_of(before, id))) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(KeptFact * kept, facts_.find(id));
    if (kept == nullptr) {
      return bad_state("A timeline of facts names a fact that is missing.");
    }
    kept->fact.validity = standing.validity;
    kept->fact.current = standing.current;
    kept->fact.superseded_by = standing.superseded_by;
  }
  if (timeline.empty()) {
    context_.state().erase(key);
  } else {
    context_.state().put(key, encode_timeline(timeline));
  }
  return {};
}

}  // namespace turnstream::semantic
