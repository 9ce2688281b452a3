#pragma once
// Values: what a verb states of its subject, up to where the next thing begins; of a list, each of its parts. Refused
// is what says nothing outside its conversation ("that", "your turtles", "the whole thing"). Threads: any; pure.

#include <string>
#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/verb_rows.h"

namespace turnstream::language {

struct ValueRules {
  Shape shape = Shape::kThing;
  Register reg = Register::kTalk;
  bool many = false;  ///< "a cat and a dog" are two
};

/// The values that begin at `at`; none if what stands there is no value.
[[nodiscard]] std::vector<std::string> values_at(Sentence sentence, std::size_t at, const ValueRules& rules);

}  // namespace turnstream::language
