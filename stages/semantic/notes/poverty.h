#pragma once
// Poverty: what a unit is worth less as a note than its score says, because a reader would not miss it: it only presents a picture,
// thanks or encourages the other side, tells them what to do, or says what holds for everybody. Threads: any; pure.

#include <cstdint>
#include <string_view>

#include "stages/common/notes/score.h"
#include "stages/semantic/notes/unit_words.h"

namespace turnstream::semantic {

/// What the words of a unit tell of this.
struct PoorSigns {
  bool pictures = false;    ///< "Here's a photo of us"
  bool encourages = false;  ///< "Your support means a lot", "Keep it up", "I bet you were happy"
  bool empty = false;       ///< it has no word that tells a topic: "I've been keeping busy lately!"
  bool caption = false;     ///< the caption of an image without a sentence
};
[[nodiscard]] PoorSigns poor_signs_of(const UnitWords& unit);

/// Where a unit stands.
struct PoorPlace {
  bool open = false;     ///< what it points to is not shown with it
  bool advised = false;  ///< it answers a question for advice
};

/// In 10⁻⁹, as scores are. A unit that names a person, place or title, or says when, is only poor if what it points to is not shown,
/// or if it is a caption alone.
[[nodiscard]] std::int64_t poverty_of(const notes::ScoredUnit& unit, const PoorSigns& signs, PoorPlace place = {});

/// Whether the question asks for advice: "Any tips?"
[[nodiscard]] bool asks_for_advice(std::string_view question);

}  // namespace turnstream::semantic
