#pragma once
// About: what is known of a persona: instructions, current facts, preferences, habits, capabilities, the newest topics, users,
// counts, and since when. Threads: pure.

#include <optional>
#include <string>

#include "pipeline/base/result.h"
#include "recall/answers/answer.h"
#include "recall/answers/search.h"
#include "recall/read_model/read_model.h"

namespace turnstream::recall {

/// Each list of an answer has at most so many entries, the surest or newest first.
inline constexpr std::size_t kAboutEntriesMax = 50;

/// Appends {"persona_id":…,"log":…,"since":…,"counts":{…},"instructions":[…],"facts":[…],"preferences":[…],"habits":[…],
/// "capabilities":[…],"topics":[…],"users":[…],"cut":[…]}; `since` is the time of the first message, null without messages. `user`:
/// the lists have only what rests on turns of this user; counts and users stay those of the persona. Errors: of the store.
Status append_about(std::string& out, const Asked& asked, Searcher& searcher, const std::optional<std::string>& user);

/// Appends one message or document by its id, as a result without score. False if memory does not have it.
Result<bool> append_memory(std::string& out, const PersonaMemory& memory, const std::string& id);

}  // namespace turnstream::recall
