#pragma once
// Pointing: whether a unit speaks of something that another sentence names: "It took me an hour", "She loves it there".
// Threads: any; pure.

#include "stages/common/notes/words.h"

namespace turnstream::semantic {

/// Whether the unit has a word that stands for a person or an object ("it", "them", "her"), or one that does so in this place:
/// "this", "that", "one", "there" among the first two words, as the last one, or before a form of "be" or "have".
[[nodiscard]] bool points_back(const notes::ReadText& unit);

}  // namespace turnstream::semantic
