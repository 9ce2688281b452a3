#pragma once
// OwnFacts: which facts a sentence about change leaves alone though it shares their topics: what another person did ends nothing of the
// speaker's own, and a taste ends only with its whole object. Threads: any; pure.

#include "stages/semantic/claims.h"
#include "stages/semantic/kept_fact.h"
#include "stages/semantic/told_rows.h"

namespace turnstream::semantic {

/// Whether a sentence that ends or replaces something can mean the fact. `told`: the row of the fact. Precondition: the sentence
/// has a reading.
[[nodiscard]] bool can_mean(const KeptFact& kept, const Told& told, const Claim& sentence);

}  // namespace turnstream::semantic
