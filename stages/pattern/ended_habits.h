#pragma once
// EndedHabits: the habits and preferences that a turn ended ("I sold the Trabant", "I prefer Zoom"), in the row `habit_ends`
// (ended_list.h). Threads: any; pure.

#include "stages/pattern/ended_list.h"
#include "stages/pattern/kept_pattern.h"

namespace turnstream::pattern {

struct EndedHabitForm {
  using Memory = KeptPattern;
  static constexpr std::string_view kKey = "habit_ends";
  static constexpr std::string_view kDamage = "The row of ended habits is damaged or has another format.";

  static const std::string& id_of(const KeptPattern& habit) { return habit.pattern.id; }
  static std::string encode(const KeptPattern& habit) { return PatternForm::encode(habit); }
  static Result<KeptPattern> decode(std::string_view bytes, std::string_view persona, const Uuid& id) {
    return PatternForm::decode(bytes, persona, id);
  }
  static Result<std::optional<KeptPattern>> left_of(const KeptPattern& habit, const evidence::Forgotten& forgotten,
                                                    std::string_view /*persona*/) {
    const bool gone = forgotten.has(habit.pattern.id) || forgotten.covers(habit.pattern.sources);
    return gone ? std::optional<KeptPattern>() : std::optional(habit);
  }
};
using EndedHabits = EndedList<EndedHabitForm>;
using EndedHabitsRow = EndedRow<EndedHabitForm>;

}  // namespace turnstream::pattern
