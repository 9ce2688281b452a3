#pragma once
// Finds one memory by its id. Threads: pure.

#include <optional>
#include <string>

#include "pipeline/base/result.h"
#include "recall/answers/search.h"
#include "recall/read_model/persona_memory.h"

namespace turnstream::recall {

/// The document or message with this id; of a chat item its first message. Absent if memory does not have it. Errors: of the store.
Result<std::optional<Found>> find_memory(const PersonaMemory& memory, const std::string& id);

/// What it says. Errors: of the store.
Result<std::string> text_of(const PersonaMemory& memory, const Found& found);

}  // namespace turnstream::recall
