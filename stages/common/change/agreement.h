#pragma once
// Agreement: how far a later sentence is about the same object as an earlier one. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <span>

#include "stages/common/change/telling.h"

namespace turnstream::change {

/// What a sentence does to what an earlier one told.
enum class Verdict : std::uint8_t {
  kOther,     ///< nothing: it is about something else, or it is not certain
  kSame,      ///< says it again
  kEnds,      ///< says that it no longer holds
  kReplaces,  ///< says what holds in its place
};

struct Judgement {
  Verdict verdict = Verdict::kOther;
  std::size_t score = 0;  ///< of several earlier ones, the sentence means the one with the highest
  /// It rests on the word alone that the sentence corrects: "It's Katrin, not Katharina". Then it is sure only of what was said in the
  /// same session, and only if nothing else there has the word.
  bool by_word = false;
};

/// `statement`: what was known is a statement with a relation, so that the topics must touch its value, not its subject alone.
[[nodiscard]] Judgement judge(std::span<const Topic> known, bool statement, const Reading& said);

}  // namespace turnstream::change
