#pragma once
// A claim as a fact: its id and its text. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/fact.h"
#include "stages/semantic/claims.h"

namespace turnstream::semantic {

/// The id of the fact that the claim states or denies.
[[nodiscard]] Uuid id_of(std::string_view persona, const Claim& claim);
/// The text of that fact, with the user's name.
[[nodiscard]] std::string text_of(const Claim& claim);
/// The statement that a fact holds; with an empty relation if it is a text fact.
[[nodiscard]] language::Statement statement_of(const model::Fact& fact);

}  // namespace turnstream::semantic
