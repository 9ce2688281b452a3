#pragma once
// The content of the chat item of a turn. Threads: any; pure.

#include <string>

#include "pipeline/model/state_export.h"

namespace turnstream::codec {

/// `User: <input>\nMe: <response>`. An empty one of the two is omitted; if both are empty, the content is empty.
[[nodiscard]] inline std::string chat_content(const model::TurnData& turn) {
  std::string content;
  if (!turn.user_input.empty()) {
    content.append("User: ").append(turn.user_input);
  }
  if (!turn.assistant_response.empty()) {
    content.append(content.empty() ? "Me: " : "\nMe: ").append(turn.assistant_response);
  }
  return content;
}

}  // namespace turnstream::codec
