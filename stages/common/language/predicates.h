#pragma once
// Predicates: what a subject is, behind "am", "is", "are" or "been". "The api port is 8080" has the predicate "8080",
// "I am a nurse" has "a nurse". In a conversation (Register::kTalk), "tired", "great" and "cooking" are not predicates
// of most subjects, but "my hobby is cooking" has one. Threads: any; pure.

#include <string>
#include <vector>

#include "stages/common/language/statements.h"
#include "stages/common/language/subjects.h"

namespace turnstream::language {

/// The predicate that begins at `at`, as a list of at most one value. Empty if the words there are not a predicate.
[[nodiscard]] std::vector<std::string> predicates_at(Sentence sentence, std::size_t at, const SubjectPhrase& subject,
                                                     Register reg);

}  // namespace turnstream::language
