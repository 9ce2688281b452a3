#pragma once
// Speakers: the names of the two who speak in a turn. Texts that stages write say by name who said it.
// Threads: any; pure.

#include <string_view>

#include "pipeline/model/state_export.h"

namespace turnstream::evidence {

struct Speakers {
  std::string_view user;   ///< the turn's user_name, else its user_id, else "user"
  std::string_view agent;  ///< the turn's agent_name, else its agent_id
};

/// The views are into the turn, or literals. At most kNameCodePointsMax code points each.
[[nodiscard]] Speakers speakers_of(const model::StateExport& turn);

}  // namespace turnstream::evidence
