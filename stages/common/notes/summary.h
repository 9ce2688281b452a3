#pragma once
// The summary of an item: its one or two best units, word for word. Threads: any; pure.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/notes/score.h"

namespace turnstream::notes {

inline constexpr std::size_t kSummaryCodePointsMax = 300;

/// What the two sides of a chat said. The views point into the item's content.
struct ChatParts {
  std::string_view user;
  std::string_view agent;
};

/// The parts of a chat item's content `User: <input>\nMe: <response>`, of which either can be absent, without the two
/// labels. A content without a label is the user's. If a text holds "\nMe: " itself, the first one divides.
[[nodiscard]] ChatParts chat_parts(std::string_view content);

struct Summary {
  std::string text;                ///< empty if there are no units
  std::vector<std::size_t> units;  ///< the indexes of the units in it, one or two, in ascending order
};

/// The unit with the highest score (of equal ones the first), and the next one if its score is at least kWorthKeeping and
/// at least .6 of the highest; in their order, with a blank between them. If that has more than kSummaryCodePointsMax
/// code points, it is cut behind the last word that fits; a word alone that is longer is cut inside. Pass the units of
/// the texts, not of the content with its labels.
[[nodiscard]] Summary summary_of(std::span<const ScoredUnit> units);

/// The beginning of the text, cut as summary_of() says, without white space at its end. A view into the text.
[[nodiscard]] std::string_view cut_at_word(std::string_view text, std::size_t code_points_max);

}  // namespace turnstream::notes
