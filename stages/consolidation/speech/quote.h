#pragma once
// Quotes: the words of a message as a memory quotes them, so that a reader understands them alone: who said it, on which
// day if it depends on that, behind which question; with the sentence before it if it points back. Threads: any; pure.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "stages/common/notes/score.h"

namespace turnstream::consolidation {

/// How a unit of a message is quoted, and what that is worth.
struct Reading {
  std::size_t first = 0;       ///< the quote begins with this unit of the message and ends with the own one
  std::int64_t cost = 0;       ///< of its wording (wording.h)
  bool opens = false;          ///< it begins the message, thanks and cheers aside: a question before it belongs to it
  bool points_back = false;    ///< it needs that question, or is not understood
  bool relative_time = false;  ///< it needs its date

  /// The score less the costs. `asked`: the question before it is shown.
  [[nodiscard]] std::int64_t value(std::int64_t score, bool asked) const;
  friend bool operator==(const Reading&, const Reading&) = default;
};

/// The readings of the units of one message, in order. A unit that points back takes at most two units before it.
[[nodiscard]] std::vector<Reading> readings_of(std::span<const notes::ScoredUnit> units, const notes::Names& speakers);

/// The units `first` to `last` with a blank between them.
[[nodiscard]] std::string joined(std::span<const notes::ScoredUnit> units, std::size_t first, std::size_t last);

/// The last question of a message, as it can stand in a label: with single quotes, at most 120 code points. Empty if there is
/// none, or none that can.
[[nodiscard]] std::string last_question(std::string_view message);

/// Whether a question with these stems says what it is about: "How did you handle it?" does not.
[[nodiscard]] inline bool tells(const notes::Stems& question) {
  return question.size() > 1;
}

/// "2026-01-01", in UTC.
[[nodiscard]] std::string date_of(EventTime time);
/// "1 January 2026", in UTC.
[[nodiscard]] std::string spoken_date(EventTime time);

struct Label {
  std::string_view speaker;  ///< empty: the text has no speaker
  std::optional<EventTime> at;
  std::string_view question;  ///< empty: none
};
/// What stands before a quote and its colon: `Ann, 8 May 2023, asked "Where did you go?"`. Of the three parts those that are
/// there; a question has a speaker before it.
[[nodiscard]] std::string text_of(const Label& label);
/// A label without its question.
[[nodiscard]] std::string without_question(std::string label);

}  // namespace turnstream::consolidation
