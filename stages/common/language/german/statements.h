#pragma once
// German statements: what a German sentence states, in the relations of English ones: "Ich wohne nicht mehr in Köln" gives user · lives
// in · Köln, which has ended. The rows are in german/rows.h. A clause is read only if all of its words are understood: the last one can
// turn what is said ("Ich habe einen Hund gesehen"). Threads: any; pure.

#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/common/language/statements.h"

namespace turnstream::language {

/// Adds the statements of the sentence that `found` does not contain, until it contains kStatementsMax. Precondition: is_german()
/// (german/phrases.h).
void add_german_statements(Sentence sentence, std::vector<Statement>& found);

}  // namespace turnstream::language
