#pragma once
// Predicates: what a subject is, behind "am", "is" or "are". "The api port is 8080" has the predicate "8080", "I am a
// nurse" has "a nurse". Moods ("tired"), judgements ("great") and activities ("cooking") are not predicates in a
// conversation (Register::kTalk). Threads: any; pure.

#include <string>
#include <vector>

#include "stages/common/language/statements.h"
#include "stages/common/language/subjects.h"

namespace turnstream::language {

/// The words at `at`, behind "am", "is" or "are", as values. Empty if they are not a predicate.
[[nodiscard]] std::vector<std::string> predicates_at(Sentence sentence, std::size_t at, const SubjectPhrase& subject,
                                                     Register reg);

}  // namespace turnstream::language
