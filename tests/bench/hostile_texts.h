#pragma once
// HostileTexts: one fact, "the api port is 8080", written in every way that may cost a reader more than its bytes are
// worth: letter cases, marks, scripts, contractions, quotes in quotes, one word for ever, lists without end, denials,
// habits, and random mixtures of all of them. Threads: any; pure.

#include <cstddef>
#include <string>
#include <string_view>

#include "app/data/random.h"

namespace turnstream::bench {

struct HostileText {
  std::string_view kind;  ///< what is hostile about it
  std::string text;       ///< valid UTF-8, about as long as was asked for
};

[[nodiscard]] HostileText hostile_text(app::Random& random, std::size_t bytes);

/// A value of the fact: one of few, so that they come back, or any.
[[nodiscard]] std::string hostile_value(app::Random& random);

/// Ten words or so, of which one or two differ from one text to the next: about as near as two texts that are one.
[[nodiscard]] std::string nearly_equal_text(app::Random& random);

/// 64 words, of which all texts share the longest: each of the rows that such a text is looked up in is full.
[[nodiscard]] std::string colliding_text(app::Random& random);

}  // namespace turnstream::bench
