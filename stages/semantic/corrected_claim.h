#pragma once
// What a fact says, put right by a correction: of "user's sister is called Katharina" and "It's Katrin, not Katharina" it is "user's
// sister is called Katrin". Threads: any; pure.

#include <optional>

#include "stages/semantic/claims.h"
#include "stages/semantic/kept_fact.h"

namespace turnstream::semantic {

/// `sentence`: a claim with a correction. The claim rests on the turns of the fact, too, because it has words of them. Absent if the
/// correction does not say what was wrong, the fact is a text, its value does not have the wrong words, the new value would have over
/// kCorrectedCodePointsMax code points, or the fact was itself made of kMadeOfMax others.
[[nodiscard]] std::optional<Claim> corrected_claim(const Uuid& id, const KeptFact& kept, const Claim& sentence);
inline constexpr std::size_t kCorrectedCodePointsMax = 300;

}  // namespace turnstream::semantic
