#pragma once
// HostileTexts: one fact, "the api port is 8080", written in all ways that could cost the rules much time per byte:
// letter cases, marks, scripts, contractions, nested quotes, one repeated word, endless lists, denials, habits, and
// random mixtures of all of them. Threads: any; pure.

#include <cstddef>
#include <string>
#include <string_view>

#include "app/data/random.h"

namespace turnstream::bench {

struct HostileText {
  std::string_view kind;  ///< why the text is expensive
  std::string text;       ///< valid UTF-8, of about the requested length
};

[[nodiscard]] HostileText hostile_text(app::Random& random, std::size_t bytes);

/// A value of the fact: one of a few, which repeat, or a random one.
[[nodiscard]] std::string hostile_value(app::Random& random);

/// About ten words. One or two differ from one text to the next, so two texts are almost similar enough to be one fact.
[[nodiscard]] std::string nearly_equal_text(app::Random& random);

/// 64 words. All texts share the longest ones, so every row of the word index that such a text reads is full.
[[nodiscard]] std::string colliding_text(app::Random& random);

}  // namespace turnstream::bench
