#pragma once
// Two statements contradict each other if they fill one slot with different values. A relation that can have many
// values at once (likes, uses, has) has no slot. Threads: any; pure.

#include <optional>
#include <string>

#include "stages/common/language/statements.h"

namespace turnstream::semantic {

/// The slot that the statement fills; absent if its relation can have many values at once. "prefers" has a slot for
/// each purpose ("for large codebases"). "is" has a slot only for values that exclude each other (single, married).
[[nodiscard]] std::optional<std::string> slot_of(const language::Statement& statement);

}  // namespace turnstream::semantic
