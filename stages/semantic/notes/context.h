#pragma once
// Context: what stands before a note, so that it is understood: the sentences before it in its message, and what its speaker said
// in the message before. It is shown with the note and counts for nothing else. Threads: any; pure.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/notes/score.h"
#include "stages/common/notes/units.h"
#include "stages/semantic/notes/poverty.h"
#include "stages/semantic/notes/talk.h"

namespace turnstream::semantic {

/// What a unit of a message tells of its place among the others.
struct UnitPlace {
  bool points = false;      ///< pointing.h
  bool opens_it = false;    ///< it begins with "it", "they", "she": it may continue what the unit before introduces
  bool introduces = false;  ///< it has "a book", "something": the unit behind it may say what that is
  PoorSigns poor;
};
[[nodiscard]] std::vector<UnitPlace> places_of(std::span<const notes::ReadUnit> units);

struct Context {
  std::string text;      ///< at most model::kQuotedCodePointsMax; empty: none
  bool of_last = false;  ///< it begins with `last`
  bool open = false;     ///< it does not say what the unit points to
};

/// The context of a unit that points back: up to kUnitsBefore units before it, the nearest ones, as long as they point back, too;
/// questions, greetings and thanks are passed over. If the first of them, or the unit, points back, and nothing stands before it
/// in the message, `last` is in front, unless `told`: a question was asked that names something and does not point back.
[[nodiscard]] Context context_of(std::span<const notes::ScoredUnit> units, std::span<const UnitPlace> places,
                                 std::size_t index, const LastSaid& last, bool told);

/// The note of a unit that introduces something has the unit behind it, too, if that says what it is: "I read a book that changed me.
/// It's about small habits." Both have at most kPairWordsMax words, and the first one has the higher score.
[[nodiscard]] bool takes_next(std::span<const notes::ScoredUnit> units, std::span<const UnitPlace> places,
                              std::size_t index);

/// The text of the unit with the highest score that neither points back nor is poor or too long to be shown; empty if there is none.
[[nodiscard]] std::string best_alone(std::span<const notes::ScoredUnit> units, std::span<const UnitPlace> places);

/// The last question of the message, with the sentence before it if it names nothing itself and that does.
[[nodiscard]] std::string quoted_question(std::string_view message);

/// Whether a unit only asks, greets, thanks or cheers: its score is below notes::kWorthKeeping, too.
[[nodiscard]] bool is_social(const notes::ScoredUnit& unit);

inline constexpr std::size_t kUnitsBefore = 2;
inline constexpr std::size_t kPairWordsMax = 26;

}  // namespace turnstream::semantic
