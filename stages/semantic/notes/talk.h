#pragma once
// Talk: what the last messages of a session leave for the notes of the next turn: the question that the agent asked, and what each
// side said. It stands in the ring of the session. Threads: values.

#include <string>

#include "pipeline/model/user.h"
#include "stages/common/notes/features.h"

namespace turnstream::semantic {

/// What a message said, and where. Of nothing all parts are empty.
struct Said {
  std::string text;  ///< at most model::kQuotedCodePointsMax
  std::string speaker;
  std::string turn_id;
  std::string session_id;
  model::User user;  ///< of the turn: in a room, what another user says is not the answer
};

/// The last question of a message, as the next message of the other side needs it: with the sentence before it if it names nothing
/// itself.
struct AskedQuestion : Said {
  notes::Question question;
};

/// The best unit of a side's last message that is understood alone. If the last one has none, that of the message before.
struct LastSaid : Said {
  bool older = false;  ///< it is of the message before the last one
};

struct Talk {
  AskedQuestion asked;  ///< by the agent in the last message
  LastSaid user;
  LastSaid agent;
};

}  // namespace turnstream::semantic
