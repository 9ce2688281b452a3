#pragma once
// Signals: what the words and signs of a unit tell about it, such as a past time, a number or a name. The features of the
// score are made of them (features.h). Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "stages/common/notes/words.h"

namespace turnstream::notes {

struct WordSignals {
  std::uint32_t classes = 0;  ///< of all words together (word_classes.h); a phrase adds its class: "used to" → kPast
  std::size_t fluff_words = 0;   ///< different words and phrases of kFluff
  bool opens_with_self = false;  ///< "I …", "Tom, my …": kOpensSelf as the first or second word
};

[[nodiscard]] WordSignals word_signals(const ReadText& unit);

/// The number of different words with a capital inside the sentence (behind a small letter, digit, comma, semicolon or
/// colon and a blank; not "I"), or in capitals alone ("NASA"), that are not names of speakers.
[[nodiscard]] std::size_t count_proper_words(std::string_view unit, const Names& names);

/// Whether 2 to 60 code points stand in double quotes, or behind white space in single ones, where a capital begins them.
[[nodiscard]] bool has_title(std::string_view unit);

}  // namespace turnstream::notes
