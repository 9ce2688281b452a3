#pragma once
// Emptiness: what a sentence is worth less as an insight, or more, in addition to its score and the costs of wording.h: whether it is
// about a particular person, and whether it needs a question before it. In 10⁻⁹, as scores are. Threads: any; pure.

#include <cstdint>

#include "stages/common/notes/features.h"
#include "stages/consolidation/speech/wording.h"

namespace turnstream::consolidation {

/// What it is worth less because it holds for everyone, tells the other side what to do, or leaves open what it speaks of. `agrees`: the
/// question before it only asks for agreement.
[[nodiscard]] std::int64_t emptiness_of(const Wording& wording, const notes::FeatureValues& features, bool agrees);

/// What an answer is worth less if a pronoun in its question is not explained and the answer names no one and no time. `complete`: it is
/// a sentence about its speaker (quote.h).
[[nodiscard]] std::int64_t needs_context(const Wording& wording, const notes::FeatureValues& features, bool complete);

/// What a sentence is worth less that answers no question, names no one, and does not say when.
[[nodiscard]] std::int64_t plainness_of(const Wording& wording, const notes::FeatureValues& features);

/// Whether it says when, or which title.
[[nodiscard]] bool is_dated(const notes::FeatureValues& features);

/// What a sentence is worth less that says "yes" to what the reader does not see, if it names no one and does not say when.
[[nodiscard]] std::int64_t agreement_lack(const Wording& wording, const notes::FeatureValues& features);

/// What is shown with a sentence.
struct Shown {
  bool group = false;  ///< a question: it often says "you all"
  bool event =
      false;  ///< what tells which event or work it speaks of: a question that names it, of an event also a date
};
/// What a sentence is worth less that does not say who "we" are, or which event or work it speaks of.
[[nodiscard]] std::int64_t unsaid_lack(const Wording& wording, Shown shown);

/// What a sentence is worth less, besides that, because another one says what it is about: who "we" are ("our team won"), which kind
/// of "project", which "accident", what was "made through"; or because it only suggests, supposes, or holds for everyone.
[[nodiscard]] std::int64_t blur_of(const Wording& wording, Shown shown);

/// What a sentence is worth less that speaks of "the sign" without telling which one, and names nothing else.
[[nodiscard]] std::int64_t indefinite_lack(const Wording& wording, const notes::FeatureValues& features);

/// What an answer is worth less to a question for advice, if it names nothing.
[[nodiscard]] std::int64_t advice_lack(const Wording& wording, const notes::FeatureValues& features);

/// What a sentence that stands alone is worth more if it names a person or an object, or says when.
[[nodiscard]] std::int64_t gain_of(const Wording& wording, const notes::FeatureValues& features);

}  // namespace turnstream::consolidation
