#pragma once
// What a message says has ended, for the pattern stage, which looks it up among the tastes and habits that it knows, as the semantic
// stage does among its facts. Threads: any; pure.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/common/language/utterance.h"

namespace turnstream::change {

inline constexpr std::size_t kEndedPhrasesMax = 32;

/// Both are empty for most messages.
struct Ended {
  /// The objects as phrases, in order, at most kEndedPhrasesMax: "I've gone off spicy food" gives "spicy", "food" and "spicy food". They
  /// are the runs of up to four words, in lower case, that begin and end with a topic, in the parts of sentences that a certain
  /// end is about (Cues::near), and those that a replacement takes the place of: "I switched from Spotify to Tidal" gives
  /// "spotify".
  std::vector<std::string> phrases;
  std::vector<language::Sentence> sentences;  ///< those that tell a certain end; they borrow the words of the message
};

[[nodiscard]] Ended ended_in(const language::Utterance& message);

/// Where a replacement names what it takes the place of: behind one of the words `behind` and up to one of `until`.
struct ReplacedRow {
  std::string_view behind;   ///< words, with blanks between them
  std::string_view until;    ///< words; empty: up to the next mark
  std::string_view example;  ///< in each, Spotify is replaced
};
[[nodiscard]] std::span<const ReplacedRow> replaced_rows();

}  // namespace turnstream::change
