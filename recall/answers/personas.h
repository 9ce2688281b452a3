#pragma once
// The list of personas, and the users of one, as JSON. Threads: pure.

#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/json/writer.h"
#include "recall/read_model/persona_list.h"
#include "recall/read_model/persona_memory.h"

namespace turnstream::recall {

/// Appends {"personas":[{"persona_id":…,"messages":…,"memories":…,"since":…,"last":…}],"next":…}; times are null without messages.
void append_personas(std::string& out, const PersonaPage& page);

/// Writes the member "users": [{"user_id":…,"messages":…,"user_name":…,"last":…}], who said something last first, at most
/// `count`; user_name only if the last turn of the user has one. Returns whether there are more. Errors: of the store.
Result<bool> append_users(json::Writer& json, const PersonaMemory& memory, std::size_t count);

}  // namespace turnstream::recall
