#pragma once
// What a statement, a recurrence and idle time do to a pattern. Threads: any; pure.

#include "stages/common/evidence/idle.h"
#include "stages/pattern/kept_pattern.h"
#include "stages/pattern/settings.h"
#include "stages/pattern/signals.h"
#include "stages/pattern/sketch.h"

namespace turnstream::pattern {

/// Where and when a signal was found.
struct Sighting {
  EventTime at;
  LogTime now;
  model::Source source;
  bool guarded = false;
};

/// The pattern that a signal makes where there was none; id and persona are the caller's to fill in.
[[nodiscard]] KeptPattern begun(const Signal& signal, const Sighting& sighting, const PatternSettings& settings);
/// The same of a signal that was counted before: it rests on all that was counted, this sighting the last of it.
[[nodiscard]] KeptPattern begun_after(const SketchEntry& counted, const Signal& signal, const Sighting& sighting,
                                      const PatternSettings& settings);

/// A known pattern meets its signal again: recurs, turns into its opposite, or stays as it is (README.md says when).
void reinforce(KeptPattern& kept, const Signal& signal, const Sighting& sighting, const PatternSettings& settings);

[[nodiscard]] evidence::IdleRules idle_rules(const PatternSettings& settings);

/// Wears the confidence down by all periods until `now`; `at` goes into the evolution. False: it is worn out.
[[nodiscard]] bool decay(KeptPattern& kept, LogTime now, EventTime at, const PatternSettings& settings);

}  // namespace turnstream::pattern
