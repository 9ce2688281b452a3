#include "stages/pattern/pattern_rules.h"

#include <algorithm>

#include "stages/common/evidence/evolution.h"
#include "stages/common/evidence/score.h"
#include "stages/common/evidence/source_list.h"
#include "stages/pattern/event_day.h"

namespace turnstream::pattern {
namespace {

std::int64_t initial_confidence(model::PatternType type, const PatternSettings& settings) {
  switch (type) {
    case model::PatternType::kPreference:
      return settings.preference_confidence;
    case model::PatternType::kHabit:
      return settings.habit_confidence;
    case model::PatternType::kInstruction:
      return settings.instruction_confidence;
    default:
      return settings.observed_confidence;
  }
}

void see(KeptPattern& kept, const Sighting& sighting, std::int64_t confidence) {
  model::Pattern& pattern = kept.pattern;
  pattern.confidence = confidence;
  pattern.first_seen = std::min(pattern.first_seen, sighting.at);
  pattern.last_seen = std::max(pattern.last_seen, sighting.at);
  evidence::add_point(pattern.evolution, {sighting.at, confidence});
  evidence::add_source(pattern.sources, sighting.source);
  kept.fresh_confidence = confidence;
  kept.last_used = sighting.now;
  kept.idle_periods = 0;
}

/// A statement whose event time is before last_seen changes nothing.
void turn_into_opposite(KeptPattern& kept, const Signal& signal, const Sighting& sighting,
                        const PatternSettings& settings) {
  if (sighting.at < kept.pattern.last_seen) {
    return;
  }
  kept.pattern.polarity = signal.polarity;
  kept.pattern.text = signal.text;
  kept.pattern.occurrences = 1;
  see(kept, sighting, initial_confidence(signal.type, settings));
}

/// A time, or a pattern at kConfidenceMax, recurs only on a later day than last_seen. A signal from the text of a turn
/// with recalled memories recurs only if no stored source of the pattern is of the turn's session.
bool recurs(const KeptPattern& kept, const Signal& signal, const Sighting& sighting) {
  const bool once_a_day = signal.by_day() || kept.pattern.confidence == evidence::kConfidenceMax;
  if (once_a_day && day_of(sighting.at) <= day_of(kept.pattern.last_seen)) {
    return false;
  }
  return !(sighting.memories_recalled && signal.from_text() &&
           evidence::has_session(kept.pattern.sources, sighting.source.session_id));
}

}  // namespace

KeptPattern begun(const Signal& signal, const Sighting& sighting, const PatternSettings& settings) {
  KeptPattern kept;
  kept.pattern.type = signal.type;
  kept.pattern.key = signal.key;
  kept.pattern.polarity = signal.polarity;
  kept.pattern.text = signal.text;
  kept.pattern.user = signal.user;
  kept.pattern.scope = signal.scope;
  kept.pattern.first_seen = sighting.at;
  kept.pattern.last_seen = sighting.at;
  see(kept, sighting, initial_confidence(signal.type, settings));
  return kept;
}

KeptPattern begun_after(const SketchEntry& counted, const Signal& signal, const Sighting& sighting,
                        const PatternSettings& settings) {
  KeptPattern kept = begun(signal, sighting, settings);
  kept.pattern.occurrences = counted.surely_seen();
  kept.pattern.first_seen = counted.first_seen();
  kept.pattern.last_seen = counted.last_seen();
  kept.pattern.sources.clear();
  for (const Occurrence& occurrence : counted.occurrences) {
    evidence::add_source(kept.pattern.sources, occurrence.source);
  }
  return kept;
}

void reinforce(KeptPattern& kept, const Signal& signal, const Sighting& sighting, const PatternSettings& settings) {
  if (signal.polarity != kept.pattern.polarity) {
    turn_into_opposite(kept, signal, sighting, settings);
  } else if (recurs(kept, signal, sighting)) {
    ++kept.pattern.occurrences;
    see(kept, sighting, evidence::combined(kept.pattern.confidence, settings.recurrence_confidence));
  }
}

evidence::IdleRules idle_rules(const PatternSettings& settings) {
  return {settings.decay_period_days * evidence::kDayMs, std::nullopt};
}

bool decay(KeptPattern& kept, LogTime now, EventTime at, const PatternSettings& settings) {
  kept.idle_periods = evidence::idle_periods(kept.last_used, now, idle_rules(settings));
  kept.pattern.confidence = evidence::decayed(kept.fresh_confidence, settings.decay_factor, kept.idle_periods);
  evidence::add_point(kept.pattern.evolution, {at, kept.pattern.confidence});
  return kept.pattern.confidence >= settings.retire_threshold;
}

}  // namespace turnstream::pattern
