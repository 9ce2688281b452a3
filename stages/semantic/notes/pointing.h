#pragma once
// Pointing: whether a unit speaks of something that another sentence names: "It took me an hour", "This book helped", "Winning
// was great"; and whether a text names something itself. Threads: any; pure.

#include "stages/semantic/notes/unit_words.h"

namespace turnstream::semantic {

/// Whether the unit has one of these:
/// - a word that stands for a person or an object which the unit has not named before: "it", "them", "her"; but not "I bought a boat
///   and love it";
/// - "this", "that", "one", "there" among the first two words, as the last one, before a sign, or before a form of "be" or "have";
/// - "this" or "these" with a noun that the unit has not named before: "this book"; and "the" with one that can be any: "the event";
/// - a verb as its subject without an object: "Winning was great"; or "we even …", which continues a story.
[[nodiscard]] bool points_back(const UnitWords& unit);

/// Whether a text has a word that tells what it is about: "Where did you buy the boat?", but not "Where did you get them?" or "It
/// must feel good, right?"
[[nodiscard]] bool names_something(const UnitWords& text);

}  // namespace turnstream::semantic
