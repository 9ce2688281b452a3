#pragma once
// FactTimelines: the timelines of a persona's slots (timeline.h), and the standing that the facts in them have. Lifetime: borrows
// all arguments, for one call of the stage. Threads: the caller's.

#include <functional>
#include <string>

#include "stages/semantic/fact_table.h"
#include "stages/semantic/timeline.h"

namespace turnstream::semantic {

class FactTimelines {
 public:
  FactTimelines(stage_api::PersonaContext& context, FactTable& facts) : context_(context), facts_(facts) {}

  /// Applies `edit` to the slot's timeline and updates the facts whose standing it changes.
  Status change(const std::string& slot, const std::function<void(Timeline&)>& edit);
  /// A turn stated the fact at time `at`. If kTimelinePointsMax leaves the fact no point, it is stored as held from the turn's time
  /// to the oldest point left. Precondition: there is a fact of this id.
  Status say(const std::string& slot, EventTime at, const Uuid& id);

 private:
  stage_api::PersonaContext& context_;
  FactTable& facts_;
};

}  // namespace turnstream::semantic
