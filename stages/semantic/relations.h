#pragma once
// Which statements contradict each other: those that fill the same slot with different values. A relation that holds
// many values (likes, uses, has) has no slot. Threads: any; pure.

#include <optional>
#include <string>

#include "stages/common/language/statements.h"

namespace turnstream::semantic {

/// The slot that the statement fills, absent if its relation holds many values at once. "prefers" has a slot for each
/// purpose ("for large codebases"); what somebody *is* has one where values exclude each other (single, married).
[[nodiscard]] std::optional<std::string> slot_of(const language::Statement& statement);

}  // namespace turnstream::semantic
