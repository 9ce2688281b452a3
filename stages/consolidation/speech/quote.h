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
#include "stages/consolidation/speech/label.h"
#include "stages/consolidation/speech/question.h"

namespace turnstream::consolidation {

/// Bytes of a quote that takes a unit before it.
inline constexpr std::size_t kQuoteBytesMax = 230;

/// How a unit of a message is quoted, and what that is worth.
struct Reading {
  std::size_t first = 0;  ///< the quote begins with this unit of the message and ends with the own one
  std::size_t from = 0;   ///< of the own unit, the bytes from here to `to` are quoted: the sentences that stand alone
  std::size_t to = std::string::npos;
  std::int64_t cost = 0;        ///< of its wording (wording.h)
  std::int64_t lack = 0;        ///< what it is worth less as a memory of its own (wording.h)
  bool opens = false;           ///< it begins the message, thanks and cheers aside: a question before it belongs to it
  bool points_back = false;     ///< it needs that question, or is not understood
  bool unnamed_many = false;    ///< "they" in it means what it does not name
  bool unnamed_person = false;  ///< "he" or "she" does
  bool unnamed = false;         ///< a pronoun in it means what it does not name, or it names nothing
  bool relative_time = false;   ///< it needs its date
  bool happened = false;        ///< it tells what its speaker did
  bool dangles = false;         ///< what a noun in it means is not said: "The colours were great" (standing.h)
  bool complete = false;        ///< it is a sentence about its speaker that needs no question before it
  bool strays = false;          ///< it may answer another question of the message before
  std::int64_t emptiness = 0;   ///< what an insight of it is worth less (wording.h)
  std::int64_t blur =
      0;  ///< the same, for what it leaves open (emptiness.h): nothing in a label, where it explains another one

  /// Whether it is not understood without what was said before.
  [[nodiscard]] bool needs_more() const { return unnamed || dangles; }
  /// The score less the costs, by which pass 1 judges. `asked`: the question before it is shown.
  [[nodiscard]] std::int64_t value(std::int64_t score, bool asked) const;
  /// What a quote of it is worth. `explained`: what stands before it names what its pronouns mean.
  [[nodiscard]] std::int64_t worth(std::int64_t score, bool asked, bool explained) const;
  friend bool operator==(const Reading&, const Reading&) = default;
};

/// The readings of the units of one message, in order. A unit that points back takes at most two units before it; if that
/// does not help, and one of its sentences stands alone, only this one is quoted. `question`: the one before the message.
[[nodiscard]] std::vector<Reading> readings_of(std::span<const notes::ScoredUnit> units, const notes::Names& speakers,
                                               const QuotedQuestion& question = {});

/// The units `first` to `last` with a blank between them.
[[nodiscard]] std::string joined(std::span<const notes::ScoredUnit> units, std::size_t first, std::size_t last);
/// What a quote shows of the own unit.
[[nodiscard]] std::string_view own_text(const notes::ScoredUnit& unit, const Reading& reading);

/// Code points of a sentence that stands in a label behind a question.
inline constexpr std::size_t kSaidCodePointsMax = 110;

/// A unit as it stands in a label as what its speaker said, or its first sentence. Empty if it is not understood alone, too
/// long, or has a colon.
[[nodiscard]] std::string said_of(std::string_view unit, const Reading& reading);

}  // namespace turnstream::consolidation
