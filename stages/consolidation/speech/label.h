#pragma once
// Labels: what stands before a quote, who said it, when, and what was asked. Threads: any; pure.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/strong_type.h"

namespace turnstream::consolidation {

/// A text as it stands between the quotes of a label: with single quotes, on one line.
[[nodiscard]] std::string in_label(std::string_view said);
/// Whether a text can stand there: it has at most so many code points, and no colon.
[[nodiscard]] bool can_stand_in_label(std::string_view text, std::size_t code_points_max);

/// "2026-01-01", in UTC.
[[nodiscard]] std::string date_of(EventTime time);
/// "1 January 2026", in UTC.
[[nodiscard]] std::string spoken_date(EventTime time);

struct Label {
  std::string_view speaker;  ///< empty: the text has no speaker
  std::optional<EventTime> at;
  std::string_view question;   ///< empty: none
  std::string_view said = {};  ///< what the speaker had said before the question; empty: none, or no question
};
/// What stands before a quote and its colon: `Ann, 8 May 2023, asked "Did they come?" after saying "My cats ran off."`. Of the
/// parts those that are there; a question has a speaker before it.
[[nodiscard]] std::string text_of(const Label& label);
/// A label without its question.
[[nodiscard]] std::string without_question(std::string label);

}  // namespace turnstream::consolidation
