#pragma once
// Cues: the phrases of cue_rows.h in a sentence, and the words that each is about. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "stages/common/change/cue_rows.h"
#include "stages/common/language/words.h"

namespace turnstream::change {

struct Cues {
  Effect effect = Effect::kNone;
  bool certain = false;  ///< there is a row that is certain; false for kAdds and kNone
  bool begins = false;   ///< of kAdds: there is a row that tells by itself that something began (CueRow::certain)
  std::vector<std::uint8_t>
      near;                ///< for each word of the sentence: 1 if it can name the object that the change is about
  std::string_view about;  ///< CueRow::about of one of the rows, if it applies; empty: none
  /// Of kEnds: the word that names whom else it is about, in front of the phrase: "Jonas" of "Jonas has outgrown his allergy".
  /// Absent if it is the speaker, if no person is named, and if another end has none.
  std::optional<std::size_t> owner{};
  /// Each phrase that tells what its subject did has another person as subject: "Anna switched from Spotify", "They left Acme".
  bool of_other = false;
  std::optional<std::size_t> actor{};  ///< of these the last subject; absent if it is "he", "she" or "they"
  /// It tells of a move or of a place or a group that was left, which one can like all the same.
  bool spares_tastes = false;
  bool hands_over = false;  ///< of kReplaces: it tells who has a task now: "I handed billing over to Anton"
};

/// A certain end and any replacement make a replacement; "also" counts only if nothing certain happened. Phrases in quotation
/// marks and in clauses that are not real (real.h) do not count, nor do replacements in a clause with a negation.
[[nodiscard]] Cues cues_in(std::span<const language::Word> sentence);

}  // namespace turnstream::change
