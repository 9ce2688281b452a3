#pragma once
// What a fact says, put right by a correction: of "user's sister is called Katharina" and "It's Katrin, not Katharina" it is "user's
// sister is called Katrin". Threads: any; pure.

#include <optional>

#include "pipeline/model/fact.h"
#include "stages/semantic/claims.h"

namespace turnstream::semantic {

/// `sentence`: a claim with a correction. Absent if the correction does not say what was wrong, the fact is a text, or its value does
/// not have the wrong words.
[[nodiscard]] std::optional<Claim> corrected_claim(const model::Fact& fact, const Claim& sentence);

}  // namespace turnstream::semantic
