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

/// The ids of items and insights that an answer shows: those to which an access applies.
using UsedIds = std::vector<std::string>;

/// One result as an object, without score and parts if it has no parts. Errors: of the store.
Status append_result(json::Writer& json, const PersonaMemory& memory, const Found& found, UsedIds& used);

/// The member `text`, cut to kShownCodePointsMax.
void append_text(json::Writer& json, std::string_view text);

/// What an answer is about: the memory, and the stages for which it waits, if it is of the present.
struct Asked {
  const PersonaMemory& memory;
  const std::vector<std::string>& waits_for;
};

/// The members persona_id and log, with which every answer begins, and waits_for if recall waits for a stage.
void append_moment(json::Writer& json, const Asked& asked);

/// Appends {"persona_id":…,"log":{…},"results":[…]}. Errors: of the store.
Status append_answer(std::string& out, const Asked& asked, const std::vector<Found>& found, UsedIds& used);

/// Adds the id to which an access of this document applies, if there is one.
void note_used(const Document& document, UsedIds& used);

}  // namespace turnstream::recall
