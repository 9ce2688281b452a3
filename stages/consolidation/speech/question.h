#pragma once
// Questions: the last question of a message, as it can stand before the answer in a memory, and what it leaves open. Word lists:
// standing_words.h. Threads: any; pure.

#include <string>
#include <string_view>

#include "stages/common/notes/words.h"

namespace turnstream::consolidation {

/// The last question of a message, as it can stand in a label.
struct QuotedQuestion {
  std::string text;           ///< with single quotes, at most 120 code points; empty if there is none, or none that can
  bool explains = false;      ///< it names what it is about: "How did you handle it?" does not
  bool clear = false;         ///< the same, but it may speak of what the reader should know: "Did the fair open?"
  bool names_many = false;    ///< it names several, whom "they" behind it can mean
  bool names_person = false;  ///< it names one whom "he" can mean
  bool asks_who = false;      ///< it asks about what it does not name: what was said before tells what that is
  bool points = false;        ///< a pronoun in it means what it does not name
  bool alone = true;          ///< no other question stands before it
  bool recalls = false;       ///< it speaks of "that boat", so that an answer alone does not say which
  bool agrees = false;        ///< it only asks for agreement: "It was great, right?" It has no text.
  bool bare = false;          ///< it does not tell which event it means: "How was your trip?", "since you started?"
  bool told = false;          ///< the same, but what the other side had said before it names that event
  bool unclear =
      false;            ///< it leaves open more than that: "How did you handle the accident?", "Did you like it there?"
  bool advice = false;  ///< it asks for advice: "Any tips for beginners?"
  bool dated = false;   ///< it needs the date on which it was asked: "Any plans for next week?"

  /// Whether a reader understands the question, with what was said before if that names its event.
  [[nodiscard]] bool stands() const { return clear && (!bare || told); }
  /// Whether the reader does not see what it asks about.
  [[nodiscard]] bool leaves_open() const { return points || (bare && !told); }
  /// Whether it, or what was said before it, names what it is about.
  [[nodiscard]] bool tells_subject() const { return explains || (stands() && told); }
};

/// The sentence before a question that names nothing stands with it, if that names something: "The boat is gone. Who took
/// it?" `said`: what the side that is asked had said before; empty: nothing that can stand in a label.
[[nodiscard]] QuotedQuestion last_question(std::string_view message, const notes::Names& speakers,
                                           std::string_view said = {});

/// Whether a question with these stems says what it is about: "How did you handle it?" does not.
[[nodiscard]] inline bool tells(const notes::Stems& question) {
  return question.size() > 1;
}

}  // namespace turnstream::consolidation
