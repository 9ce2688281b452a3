#pragma once
// Standing: whether a sentence can be an insight of its own, as far as nouns and subjects tell: "The colours were great" does not
// say what has the colours, "Gives me hope" not what gives it, and "Pets make life better" is true without the speaker. Word
// lists: standing_words.h. Threads: any; pure.

#include <string>
#include <string_view>

#include "stages/common/notes/words.h"
#include "stages/consolidation/speech/tokens.h"

namespace turnstream::consolidation {

struct Standing {
  std::string unknown;  ///< the first noun that the reader should know but does not, with words around it; empty: none
  bool definite = false;        ///< "the" stands anywhere before a noun of which nothing tells which one is meant
  bool definite_alone = false;  ///< the same, and nothing was named before that it could belong to
  bool general = false;         ///< it is a noun that can stand for anything: "event"
  bool points = false;          ///< "this" or "that" stands before it
  bool caption = false;         ///< the caption of an image follows
  bool placeless = false;       ///< "here" or "there" means a place that was not named
  bool open_end =
      false;  ///< a word stands for a noun that is not there ("the last one"), or the subject is missing ("Gives me …")
  bool particular = false;  ///< it names a person, place or object, not a speaker, or a relative or pet of a person
};

/// `text`: the unit without the words that open it without saying anything.
[[nodiscard]] Standing standing_of(Tokens text, const notes::Names& speakers);

/// Whether the text has one of these words, in singular or plural.
[[nodiscard]] bool has_noun(std::string_view text, std::string_view nouns);

/// Whether the word is a speaker's name, or short for it: "Mel" for Melanie.
[[nodiscard]] bool is_short_name(const Token& token, const notes::Names& speakers);

}  // namespace turnstream::consolidation
