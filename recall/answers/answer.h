#pragma once
// Writes what was found as the answer of /v1/recall. Threads: any.

#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "recall/answers/search.h"
#include "recall/read_model/read_model.h"

namespace turnstream::recall {

/// Longer texts are cut to this many code points; the result then has "truncated":true.
inline constexpr std::size_t kShownCodePointsMax = 2'000;

/// Appends {"persona_id":…,"log":{…},"results":[…]}. Errors: of the store.
Status append_answer(std::string& out, const PersonaMemory& memory, const std::vector<Found>& found);

}  // namespace turnstream::recall
