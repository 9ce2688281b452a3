#pragma once
// Unsaid: what a sentence leaves out that another one of the conversation said: who "we" are, which event is meant by "the
// ceremony" or "my trip", which work by "the song", and what someone "started". Word lists: standing_words.h. Threads: any; pure.

#include <string>
#include <string_view>

#include "stages/consolidation/speech/tokens.h"

namespace turnstream::consolidation {

struct Unsaid {
  bool group = false;    ///< a sentence is about "we", and no person or group is named
  bool company = false;  ///< "we", "us" or "our" stand anywhere, and it names no person but pets and "our team"
  bool kind = false;     ///< a noun does not tell its kind: "my business", "a new team"
  bool happening =
      false;  ///< it should be known which happening is meant ("the accident"), or a work is not named ("I read a book")
  bool open = false;      ///< what "it" means is in another sentence: "I made it through."
  bool suggests = false;  ///< it suggests or supposes, or says what is seen of the other side: "You should try it."
  bool saying = false;    ///< it is about an activity, and about no person: "Rowing builds strength."
  bool praises = false;   ///< it only praises something: "The tower looks so cool!"
  bool leaves = false;    ///< it ends the talk: "I'm off to bed."
  bool advice = false;    ///< it has a word for advice, as a question for it has
  bool work = false;      ///< `event` is a work or product: no date tells which one
  std::string
      event;  ///< the first event or work that is named without what tells it from others of its kind, or the verb of one
              ///< that has no object: "since I started"; empty: none
};

/// `text`: the unit without the words that open it without saying anything.
[[nodiscard]] Unsaid unsaid_in(Tokens text);

/// Whether the text has the word, which is in lower case, or another form of it: one that has the same first five letters.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);
[[nodiscard]] bool has_word(Tokens text, std::string_view word);

}  // namespace turnstream::consolidation
