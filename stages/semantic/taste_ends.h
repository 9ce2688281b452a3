#pragma once
// TasteEnds: the facts that a taste excludes though they stand in another timeline: "I hate sushi" ends "we like sushi" and
// "user's favourite food is sushi", "I prefer coffee to tea" ends "user prefers tea". The pattern stage has one preference for
// all of them. Lifetime: borrows all arguments, for one call of the stage. Threads: the caller's.

#include <optional>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "stages/semantic/claims.h"
#include "stages/semantic/fact_table.h"
#include "stages/semantic/told_rows.h"

namespace turnstream::semantic {

/// A taste that ends, when, and the turn that says so.
struct TasteEnd {
  Uuid fact{};
  EventTime at{};
  model::Source turn{};
  std::optional<Uuid> by{};  ///< the fact that replaced it
};

/// Ends of the current facts of the claim's user which tell the opposite taste of the same whole object (language/tastes.h,
/// ToldTaste), or prefer what the claim calls less liked. If the opposite was said later than the claim, it is the claim that ends
/// then. `said`: the fact that the claim states or denies, when, and the claim's turn. Found are facts with the words of the claim as
/// value, and of those that share its topics the ToldRows::kCandidatesMax best. None if the claim is not a taste of the speaker, or
/// only ends one of its own relation.
Result<std::vector<TasteEnd>> taste_ends(const Claim& claim, const TasteEnd& said, std::string_view persona,
                                         FactTable& facts, ToldRows& told);

}  // namespace turnstream::semantic
