#pragma once
// Predicates: what somebody or something is. Moods, judgements and activities are none where people talk.
// Threads: any; pure.

#include <string>
#include <vector>

#include "stages/common/language/statements.h"
#include "stages/common/language/subjects.h"

namespace turnstream::language {

/// What follows am, is or are, as a value; none if it is no lasting property.
[[nodiscard]] std::vector<std::string> predicates_at(Sentence sentence, std::size_t at, const SubjectPhrase& subject,
                                                     Register reg);

}  // namespace turnstream::language
