#pragma once
// HabitEnds: which sentences end a habit. A habit that is wrongly ended is gone, and one that stays can be ended again, so a sentence
// ends a habit only if it says without a bound that its speaker
// - no longer does it: "I stopped drinking coffee", "I no longer drive to Ulm", "I don't drink coffee anymore"
// - gave up its object: "I gave up coffee", "I quit the gym"
// - no longer has its object: "I sold my bike", "My bike was stolen", "My dog died".
// The object is that of the habit's verb, never its time or place, and the same noun with no other word before it: neither "my toy train"
// nor "the bike rack" is what one rides. Threads: any; pure.

#include <cstdint>
#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/pattern/habit_parts.h"

namespace turnstream::pattern {

enum class HabitEndKind : std::uint8_t {
  kActivity,  ///< what the activity says is no longer done
  kGivenUp,   ///< its object was given up, which can be of any kind
  kGone,      ///< its object, which is a certain one, is gone
};

struct HabitEnd {
  HabitEndKind kind = HabitEndKind::kActivity;
  Activity what;  ///< without a verb unless kActivity; `rest` is empty if nothing behind it can bound the end
};

/// What the sentence, which tells a certain end (change/ended_phrases.h), can end; empty if it ends no habit.
[[nodiscard]] std::vector<HabitEnd> habit_ends_in(language::Sentence sentence);

/// `habit`: the words of the key of a habit.
[[nodiscard]] bool ends_habit(const HabitEnd& end, language::Sentence habit);

}  // namespace turnstream::pattern
