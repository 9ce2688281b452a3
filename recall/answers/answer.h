#pragma once
// Writes what was found as the answer of /v1/recall. Threads: any.

#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/json/writer.h"
#include "recall/answers/search.h"
#include "recall/read_model/read_model.h"

namespace turnstream::recall {

/// Longer texts are cut to this many code points; the result then has "truncated":true.
inline constexpr std::size_t kShownCodePointsMax = 2'000;

/// One result as an object. Without parts if there is no score. Errors: of the store.
Status append_result(json::Writer& json, const PersonaMemory& memory, const Found& found);

/// The members persona_id and log, with which every answer begins.
void append_moment(json::Writer& json, const PersonaMemory& memory);

/// Appends {"persona_id":…,"log":{…},"results":[…]}. Errors: of the store.
Status append_answer(std::string& out, const PersonaMemory& memory, const std::vector<Found>& found);

}  // namespace turnstream::recall
