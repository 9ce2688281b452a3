#pragma once
// Whom a unit is about, as far as its words say so plainly. Threads: any; pure.

#include <string>
#include <string_view>

#include "stages/common/notes/score.h"

namespace turnstream::semantic {

/// Who gave a text of a turn.
enum class Side {
  kUser,
  kAgent,
  kRecord,  ///< an observation or memory write, which the agent makes
};

/// The first of these that applies:
/// 1. a record that begins with the user ("User likes …", "I like …"; language::begins_with_user()): model::kAboutSelf;
/// 2. "I", "my", "we": the side that says it, as model::kAboutSelf or model::kAboutAgent;
/// 3. "you" in a message: the other side;
/// 4. a name that opens the unit, before a word such as "is" or "joined": "Petra" of "Petra joined us in May.";
/// 5. empty.
[[nodiscard]] std::string about_of(const notes::ScoredUnit& unit, Side side);

}  // namespace turnstream::semantic
