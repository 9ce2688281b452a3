#pragma once
// How a signal makes a pattern, and what signals and idle time do to a known one. Threads: any; pure.

#include "stages/common/evidence/idle.h"
#include "stages/pattern/kept_pattern.h"
#include "stages/pattern/settings.h"
#include "stages/pattern/signals.h"
#include "stages/pattern/sketch.h"

namespace turnstream::pattern {

/// Where and when a turn gave a signal, and whether the turn has recalled memories.
struct Sighting {
  EventTime at;
  LogTime now;
  model::Source source;
  bool memories_recalled = false;
};

/// The new pattern that a signal makes. The caller sets id and persona.
[[nodiscard]] KeptPattern begun(const Signal& signal, const Sighting& sighting, const PatternSettings& settings);
/// Like begun(), for an observed signal. Number, times and sources are those of `counted`, which includes this one.
[[nodiscard]] KeptPattern begun_after(const SketchEntry& counted, const Signal& signal, const Sighting& sighting,
                                      const PatternSettings& settings);

/// Applies a signal to a known pattern: the pattern recurs, turns into its opposite, or stays as it is (README.md).
void reinforce(KeptPattern& kept, const Signal& signal, const Sighting& sighting, const PatternSettings& settings);

[[nodiscard]] evidence::IdleRules idle_rules(const PatternSettings& settings);

/// Applies the decay of all idle periods until `now`. `at` is the time of the new point in the
/// evolution, added only if the confidence changes. Returns false if the confidence is below retire_threshold.
[[nodiscard]] bool decay(KeptPattern& kept, LogTime now, EventTime at, const PatternSettings& settings);

}  // namespace turnstream::pattern
