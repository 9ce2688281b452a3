#pragma once
// Referents: whether what a text calls "it", "they" or "that" is named in it, and whether it names anything. Word lists:
// referent_words.h. Threads: any; pure.

#include "stages/common/notes/words.h"
#include "stages/consolidation/speech/tokens.h"

namespace turnstream::consolidation {

struct Referents {
  /// A pronoun stands before anything was named that it can mean: "I made it with almonds." Not in "It is hard to wait",
  /// where "it" means what follows.
  bool unnamed = false;
  /// Such a pronoun means persons or several objects: "they", "he".
  bool unnamed_many = false;
  /// A person, object or place is named: a noun, as far as the words around it show one.
  bool names = false;
  /// "he" or "she" stands before a person was named.
  bool unnamed_person = false;
  /// Several objects or persons are named.
  bool names_many = false;
  /// One person is named.
  bool names_person = false;
  /// It opens with a noun that was named before: "That boat is fast."
  bool recalls = false;
  /// It opens with a short remark on what was said or shown: "That's stunning!"
  bool remarks = false;
  /// It says that something happened, and not what: "I had a setback."
  bool empty_event = false;
};

[[nodiscard]] Referents referents_of(Tokens text, const notes::Names& speakers);

}  // namespace turnstream::consolidation
