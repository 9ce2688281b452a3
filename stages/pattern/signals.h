#pragma once
// Signals: the parts of a turn that are a pattern or may become one, without instructions (orders.h). Stated signals come from the
// user's own words (language/stated_patterns.h); what records say of the user's tastes only turns those that are known. Observed
// signals are topics (terms.h), hours and weekdays (time_counts.h), tools, sequences of tools and modes. Threads: any; pure.

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/pattern.h"
#include "pipeline/model/state_export.h"
#include "stages/common/change/ended_phrases.h"
#include "stages/common/language/utterance.h"
#include "stages/pattern/kept_pattern.h"
#include "stages/pattern/settings.h"
#include "stages/pattern/time_counts.h"

namespace turnstream::pattern {

struct Signal {
  model::PatternType type = model::PatternType::kPreference;
  std::string key;
  model::Polarity polarity = model::Polarity::kPositive;
  std::string text;                    ///< a phrase that is understood without context
  std::string pointer = "/turn_data";  ///< JSON pointer to its source; of tools and sequences: "/tool_executions/<i>"
  model::User user{};           ///< who stated it; of what was observed, and of an instruction for everyone, no user
  model::PatternScope scope{};  ///< of an instruction
  bool only_known = false;      ///< it turns a known pattern into its opposite, and begins none
  bool only_ends = false;       ///< it ends a known negative pattern and says nothing more: "I no longer hate tea"
  std::string slot{};           ///< of a preference: its kind (language/tastes.h, ToldTaste)
  bool alone = false;           ///< of a preference: a user has one of them at a time
  std::string against{};        ///< of a preference: the key of what is no longer preferred

  [[nodiscard]] bool stated() const { return is_stated(type); }
  [[nodiscard]] bool from_text() const { return stated() || type == model::PatternType::kTopic; }
  /// True for hours and weekdays: two signals of one key on one day count once.
  [[nodiscard]] bool by_day() const { return type == model::PatternType::kTime; }
  friend bool operator==(const Signal&, const Signal&) = default;
};

/// True if the turn's memories_recalled is not empty. The agent's text may repeat them, so it is not evidence for them.
[[nodiscard]] bool has_recalled_memories(const model::StateExport& turn);

/// The key or text, cut to the length that a row may have.
[[nodiscard]] std::string_view cut_key(std::string_view key);
[[nodiscard]] std::string cut_text(std::string_view text);
/// The signal with its key and text cut, so that the size of rows has a bound.
[[nodiscard]] Signal bounded(Signal signal);

/// `form`: how the term of this key is mostly written.
[[nodiscard]] Signal topic_signal(std::string_view key, std::string_view form);
[[nodiscard]] Signal time_signal(const CountedTime& time);

/// The signals of the turn but topics and times; of those with the same type and key only the first. Their order depends only on
/// turn and settings. The assistant's text gives none. `said`, `ended`: of the user's input, empty if the rules
/// cannot read it (language/text_language.h).
[[nodiscard]] std::vector<Signal> signals_of(const model::StateExport& turn, const PatternSettings& settings,
                                             const language::Utterance& said, const change::Ended& ended);
/// The same, for a caller that has not read the input.
[[nodiscard]] std::vector<Signal> signals_of(const model::StateExport& turn, const PatternSettings& settings);

}  // namespace turnstream::pattern
