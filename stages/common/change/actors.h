#pragma once
// Actors: who does what a phrase of change tells. "Anna switched from Spotify to Tidal" and "They left Acme" end nothing of the speaker.
// Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "stages/common/change/cue_rows.h"
#include "stages/common/language/words.h"

namespace turnstream::change {

enum class Actor : std::uint8_t {
  kSpeaker,
  kNobody,  ///< the phrase has no subject of its own, is in the passive, or acts on others: "They closed the canteen"
  kOther,
};

/// The subject of the row's phrase at `begin`, and for another person the word that names it; `begin` if no word does.
[[nodiscard]] std::pair<Actor, std::size_t> actor_of(std::span<const language::Word> sentence, const CueRow& row,
                                                     std::size_t begin);
/// The name that stands as the subject in front of the phrase at `begin`; absent if the speaker does. "The lease ended" names
/// what ended in front.
[[nodiscard]] std::optional<std::size_t> owner_of(std::span<const language::Word> sentence, const CueRow& row,
                                                  std::size_t begin);
/// Whether the row tells at `begin` that a person moved, and nothing else: "moved from Bath", not "moved the wiki".
[[nodiscard]] bool moves(std::span<const language::Word> sentence, const CueRow& row, std::size_t begin);
/// "is", "was", "got": in front of a phrase of change they make a passive.
[[nodiscard]] bool is_passive_mark(const language::Word& word);

}  // namespace turnstream::change
