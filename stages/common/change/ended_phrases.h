#pragma once
// What a message says has ended, for the pattern stage, which looks it up among the tastes and habits that it knows, as the semantic
// stage does among its facts. Threads: any; pure.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/change/cues.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/utterance.h"

namespace turnstream::change {

inline constexpr std::size_t kEndedPhrasesMax = 32;

/// Both are empty for most messages.
struct Ended {
  /// The objects as phrases, in order, at most kEndedPhrasesMax (ended_phrases()).
  std::vector<std::string> phrases;
  std::vector<language::Sentence> sentences;  ///< those that tell a certain end; they borrow the words of the message
};

[[nodiscard]] Ended ended_in(const language::Utterance& message);

/// The whole objects that a certain end of the speaker is about, and those that a certain replacement takes the place of, in lower
/// case: "I've gone off spicy food" gives "spicy food", "I gave up running in the rain" gives "running in the rain", "I switched
/// from Spotify to Tidal" gives "spotify". None of an end of another person, of a move, of "instead" for one occasion.
[[nodiscard]] std::vector<std::string> ended_phrases(language::Sentence sentence, const Cues& cues);

/// Where a replacement names what it takes the place of: behind one of the words `behind` and up to one of `until`.
struct ReplacedRow {
  std::string_view behind;   ///< words, with blanks between them
  std::string_view until;    ///< words; empty: up to the next mark
  std::string_view example;  ///< in each, Spotify is replaced
};
[[nodiscard]] std::span<const ReplacedRow> replaced_rows();

}  // namespace turnstream::change
