#pragma once
// Values: the words behind a verb that are the value of its statement. "I like hiking and swimming because …" has the
// values "hiking" and "swimming". A value that needs the conversation to be understood ("that", "your turtles")
// is refused. Threads: any; pure.

#include <string>
#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/verb_rows.h"

namespace turnstream::language {

struct ValueRules {
  Shape shape = Shape::kThing;
  Register reg = Register::kTalk;
  bool many = false;  ///< read lists: "a cat and a dog" are two values
};

/// The values that begin at `at`, as written. Empty if the words there do not fit the shape, or are a choice without
/// `many` ("8080 or 9090"). A title in quotation marks fits each shape. In Register::kRecord no shape is required.
[[nodiscard]] std::vector<std::string> values_at(Sentence sentence, std::size_t at, const ValueRules& rules);

}  // namespace turnstream::language
