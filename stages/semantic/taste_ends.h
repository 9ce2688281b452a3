#pragma once
// TasteEnds: the facts that a taste contradicts though they stand in another timeline: "I hate sushi" ends "we like sushi" and
// "user's favourite food is sushi". The pattern stage has one preference for all of them. Lifetime: borrows all arguments, for
// one call of the stage. Threads: the caller's.

#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "stages/semantic/claims.h"
#include "stages/semantic/fact_table.h"
#include "stages/semantic/told_rows.h"

namespace turnstream::semantic {

/// The current facts of the claim's user which tell the opposite taste of the same object (language/tastes.h, taste_key()), but
/// not the fact that the claim itself states or denies. Found are those with the words of the claim as value, and of those that
/// share its topics the ToldRows::kCandidatesMax best. None if the claim is not a taste of the speaker, or only ends one of its own
/// relation.
Result<std::vector<Uuid>> opposite_tastes(const Claim& claim, std::string_view persona, FactTable& facts,
                                          ToldRows& told);

}  // namespace turnstream::semantic
