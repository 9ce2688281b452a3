#pragma once
// WrittenWord: a word as it stands in a text, and what its letters say. Threads: values; pure.

#include <cstdint>
#include <string>
#include <string_view>

#include "stages/pattern/vocabulary/vocabulary.h"

namespace turnstream::pattern {

struct WrittenWord {
  std::string_view written;
  std::string lower;
  VocabularyWord known;
  std::uint32_t at = 0;          ///< its place among the words of all texts
  std::size_t end = 0;           ///< offset behind it in its text
  bool starts_sentence = false;  ///< also the first word of a line, and behind a quotation mark
  bool all_capitals = false;     ///< two letters and more, all of them capitals
  bool capital = false;          ///< begins with a capital that comes neither from a sentence nor from shouting
  bool usable = false;           ///< can be in a term
  bool named = false;            ///< can be in a term with another such word: it has a capital
};

/// Letters with at most a short number behind them: "kafka", "python3"; not "8080", "e5f6a7b8", "user_id", "don't".
[[nodiscard]] bool is_plain(std::string_view lower_word);
/// Whether all letters are capitals.
[[nodiscard]] bool is_upper(std::string_view word);
/// "größe" is a word of another language, "turnCount" a name in a program. False for a word with WrittenWord::capital.
[[nodiscard]] bool is_foreign(const WrittenWord& word);
/// A topic, a name or an unlisted word.
[[nodiscard]] bool is_strong(const WrittenWord& word);
/// The word as a topic shows it: as written, but in lower case if its capital comes from the start of a sentence.
[[nodiscard]] std::string form_of(const WrittenWord& word);

}  // namespace turnstream::pattern
