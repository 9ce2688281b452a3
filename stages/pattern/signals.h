#pragma once
// Signals: what a turn says or shows that may be, or become, a pattern. Stated ones come from the user's own words
// (language/stated_patterns.h); observed ones are words, hours, weekdays, tools, sequences of tools and modes.
// Threads: any; pure.

#include <string>
#include <vector>

#include "pipeline/model/pattern.h"
#include "pipeline/model/state_export.h"
#include "stages/pattern/settings.h"

namespace turnstream::pattern {

struct Signal {
  model::PatternType type = model::PatternType::kPreference;
  std::string key;
  model::Polarity polarity = model::Polarity::kPositive;
  std::string text;                    ///< a phrase that stands alone
  std::string pointer = "/turn_data";  ///< to the item of the turn that it was found in

  [[nodiscard]] bool stated() const {
    return type == model::PatternType::kPreference || type == model::PatternType::kHabit;
  }
  [[nodiscard]] bool from_text() const { return stated() || type == model::PatternType::kTopic; }
  /// Being active at the same hour twice on one day is no recurrence.
  [[nodiscard]] bool by_day() const { return type == model::PatternType::kTime; }
  friend bool operator==(const Signal&, const Signal&) = default;
};

/// The agent was reminded of something: what it says then may be an echo of its own memory.
[[nodiscard]] bool is_guarded(const model::StateExport& turn);

/// In an order that the turn decides; no two of one type and key. Of a guarded turn the assistant's text gives none.
[[nodiscard]] std::vector<Signal> signals_of(const model::StateExport& turn, const PatternSettings& settings);

}  // namespace turnstream::pattern
