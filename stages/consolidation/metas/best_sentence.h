#pragma once
// The best sentence of an insight, understood without the others. Threads: the caller's.

#include <string>
#include <string_view>

#include "stages/consolidation/speech/heard.h"

namespace turnstream::consolidation {

/// The unit of the summary with the highest score, word for word, behind the name of who said it ("Ann: …") if a name stands
/// before it or before a unit in front of it. Empty if the summary is.
Result<std::string> best_sentence(std::string_view summary, Speech& speech);

}  // namespace turnstream::consolidation
