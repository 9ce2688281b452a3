#pragma once
// Two statements contradict each other if they fill one slot with different values. A relation that can have many
// values at once (likes, uses, has) has no slot. Threads: any; pure.

#include <optional>
#include <string>

#include "stages/common/language/statements.h"

namespace turnstream::semantic {

/// The slot that the statement fills; absent if its relation can have many values at once, or is "fails on". "prefers"
/// has a slot for each purpose ("for large codebases"). "is" and "are" have, for user, we and words of kKin, slots only
/// for family state, diet and name; for other subjects, one for states ("open") and one for other values ("8080").
[[nodiscard]] std::optional<std::string> slot_of(const language::Statement& statement);

}  // namespace turnstream::semantic
