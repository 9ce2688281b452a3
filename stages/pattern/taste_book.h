#pragma once
// TasteBook: what a turn does to preferences other than the one that it states: a new one of which the user has one at a time
// ends the one before (taste_slots.h), and a correction puts the words right in the one that has what was wrong. What ends is
// kept by the HabitBook, so that it holds again if the turn is forgotten. Lifetime: borrows all arguments, for one call. Threads:
// the caller's.

#include <string_view>
#include <vector>

#include "stages/common/language/corrections.h"
#include "stages/pattern/habit_book.h"
#include "stages/pattern/pattern_rules.h"

namespace turnstream::pattern {

class TasteBook {
 public:
  TasteBook(const stage_api::Input& input, PatternTable& patterns, HabitBook& ended, const PatternSettings& settings)
      : input_(input), patterns_(patterns), ended_(ended), settings_(settings) {}

  /// Ends what the signal, which is that of the pattern `id`, takes the place of: the others in its slot if there is one at a time,
  /// and what it names as less liked. False if one of the others was said later: then the signal changes nothing.
  Result<bool> make_room(const Uuid& id, const Signal& signal, const Sighting& sighting);
  /// The pattern `id` began, or turned, with the signal.
  Status note(const Uuid& id, const Signal& signal);
  /// What the signal, a preference, does to the known one of its key. What it turns into its opposite holds again if the turn is forgotten.
  Status take(const Uuid& id, KeptPattern& known, const Signal& signal, const Sighting& sighting);
  /// Of each correction that says what was wrong: the user's preference for it ends, and one for what is right begins in its
  /// place. One word means only a preference of the same session, as in the semantic stage.
  Status correct(const std::vector<language::Correction>& corrections, const Sighting& sighting,
                 const model::User& user);

 private:
  /// Whether the signal is of another kind than the known pattern of its key: "I like tea", "I don't prefer tea" of "prefers tea" and
  /// of "likes tea".
  Result<bool> says_other(const Uuid& id, const KeptPattern& known, const Signal& signal);
  /// The pattern, which holds for several reasons, says no more than that the user likes it, so that it outlives each of them.
  Status weaken(const Uuid& id, KeptPattern& known, const Signal& signal);
  Status correct(const language::Correction& correction, const Sighting& sighting, const model::User& user);
  [[nodiscard]] Uuid id_of(std::string_view key, const model::User& user) const;

  const stage_api::Input& input_;
  PatternTable& patterns_;
  HabitBook& ended_;
  const PatternSettings& settings_;
};

}  // namespace turnstream::pattern
