#pragma once
// Event times: when the event was that a sentence tells. Threads: any; pure.

#include <cstdint>
#include <optional>

#include "stages/common/language/sentences.h"
#include "stages/common/language/times.h"

namespace turnstream::language {

/// The first time in the sentence (times.h), on the side of the past, that stands in the clause of the event itself. Not read are
/// - relative clauses and reasons, up to the next mark: "a cat that was born in March", "because it broke in May";
/// - what something is about, up to a time without a preposition: of "a book about the war in 1917 last week" it is "last week".
[[nodiscard]] std::optional<DaySpan> event_time_in(Sentence sentence, std::int64_t today);

}  // namespace turnstream::language
