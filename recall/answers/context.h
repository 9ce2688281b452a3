#pragma once
// Context: a text for the prompt of an agent: its standing instructions, what is known of a persona and its users, what was said
// lately, and what fits a query, within a number of characters. Each line ends with the id of its memory, in brackets; the agent
// gives the ids that it used back as `memories_recalled`, so that what it repeats does not confirm itself. Threads: pure.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "recall/answers/answer.h"
#include "recall/answers/query.h"
#include "recall/answers/search.h"
#include "recall/read_model/read_model.h"

namespace turnstream::recall {

/// Appends {"persona_id":…,"log":…,"text":…,"ids":[…]}. The text has up to five parts, each with a line for its name: the
/// instructions and what is known (current facts, preferences, habits), which together get at most two fifths of the budget; the
/// sessions of the half hour before the newest message, with a tenth; what fits the query, which gets at most two fifths; and the
/// messages and observations of the last hour before the newest message, 20 at most. No memory is in two parts, and a line that
/// does not fit is left out. Errors: of the store.
Status append_context(std::string& out, const Asked& asked, Searcher& searcher, const ContextQuery& query,
                      UsedIds& used);

}  // namespace turnstream::recall
