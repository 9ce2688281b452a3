#pragma once
// Candidates: the units of a turn that can become notes, scored, each with the note that it would make. Threads: any; pure.

#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/model/state_export.h"
#include "stages/common/evidence/turn_sources.h"
#include "stages/common/notes/score.h"
#include "stages/common/notes/word_statistics.h"
#include "stages/semantic/notes/about.h"
#include "stages/semantic/notes/kept_note.h"
#include "stages/semantic/notes/talk.h"
#include "stages/semantic/settings.h"

namespace turnstream::semantic {

/// Only so many code points of a text are read.
inline constexpr std::size_t kHeardCodePointsMax = 8192;
/// A longer unit (a paste, a program) is not a note.
inline constexpr std::size_t kNoteCodePointsMax = 600;
/// What a turn says behind so many candidates is not read.
inline constexpr std::size_t kCandidatesMax = 256;
/// The confidence of what an agent says in an agent turn: one outside chat, or with tools, goals or actions.
inline constexpr std::int64_t kAgentConfidence = 500'000;

struct Candidate {
  Side side = Side::kUser;
  std::string pointer;       ///< JSON pointer to the text in the turn
  KeptNote draft;            ///< without importance, number and holders
  notes::ScoredUnit unit;    ///< without its text, which is the draft's
  std::int64_t poverty = 0;  ///< what it is worth less as a note (poverty.h)
};

/// What a turn added to the word statistics.
struct Counted {
  std::uint64_t messages_before = 0;  ///< WordStatistics::messages() before the turn
  std::vector<notes::Stem> stems;     ///< of each counted text, one text behind the other
};

struct TurnUnits {
  std::vector<Candidate> candidates;
  Counted counted;
};

/// Of the turn of `sources`: the first kCandidatesMax candidates of the user's message, the agent's, observations and memory
/// writes, in this order. Each text is counted in `statistics` before it is scored. `talk`: of the messages of the session
/// before; becomes that of this turn.
///
/// A unit is not a candidate if it has less than two words, is longer than kNoteCodePointsMax, or is a greeting, thanks, a cheer
/// or a question whose score is below notes::kWorthKeeping. Nor are those of ephemeral observations, of texts with a
/// confidence of 0 or below semantic.retire_confidence, and of the agent's message if the turn has recalled memories, which
/// it may repeat.
///
/// A note of a message has the user of the turn. That of an observation or memory write has this user only if the text begins with
/// them ("User likes …"), as facts do; all else is about the world.
[[nodiscard]] TurnUnits units_of(evidence::TurnSources& sources, const SemanticSettings& settings,
                                 notes::WordStatistics& statistics, Talk& talk);

/// Whether the turn has a text from which candidates are made.
[[nodiscard]] bool says_something(const model::StateExport& turn);

/// The item of the chat in which it was said.
[[nodiscard]] model::Source source_of(std::string_view persona, const Said& said);

}  // namespace turnstream::semantic
