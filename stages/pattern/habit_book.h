#pragma once
// HabitBook: what becomes of habits during one call of the stage: which of them end, and that they hold again if the turn that ended
// them is forgotten; so do the preferences that the TasteBook ends. They all are patterns of the table. Lifetime: borrows context
// and table, for one call. Threads: the caller's.

#include <set>
#include <span>
#include <string_view>

#include "stages/pattern/ended_habits.h"
#include "stages/pattern/habit_topics.h"
#include "stages/pattern/taste_slots.h"

namespace turnstream::pattern {

class HabitBook {
 public:
  HabitBook(stage_api::PersonaContext& context, PatternTable& patterns)
      : patterns_(patterns), topics_(context), tastes_(context), ended_(context) {}

  /// The pattern `id` began (HabitTopics::add()).
  Status add(const Uuid& id, const model::Pattern& pattern) { return topics_.add(id, pattern); }
  /// Adds to `ended` the habits of the user that the sentences end and that were not said after `at`.
  Status add_ended(std::span<const language::Sentence> sentences, std::string_view user_id, EventTime at,
                   std::set<Uuid>& ended);
  /// Ends those of the ids that are patterns of the table. `source`: the turn that says so.
  Status end(const std::set<Uuid>& ids, const model::Source& source);
  /// Keeps what the turn changes into its opposite, so that it holds again if the turn is forgotten.
  Status keep(const KeptPattern& pattern, const model::Source& source) { return ended_.add(pattern, source); }
  /// Those whose end is forgotten hold again, unless they were said again. A preference does not if another one now stands in its
  /// slot: it holds again if the newest turn that said that one is forgotten.
  Status restore(const evidence::Forgotten& forgotten);
  [[nodiscard]] TasteSlots& tastes() { return tastes_; }
  /// Drops what is kept of habits and preferences that are gone.
  Status drop_gone();
  /// Writes the rows that changed.
  void finish();

 private:
  Result<const KeptPattern*> rival_of(const Uuid& id);

  PatternTable& patterns_;
  HabitTopics topics_;
  TasteSlots tastes_;
  EndedHabits ended_;
};

}  // namespace turnstream::pattern
