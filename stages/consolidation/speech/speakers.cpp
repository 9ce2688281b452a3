#include "stages/consolidation/speech/speakers.h"

namespace turnstream::consolidation {

Speakers speakers_of(const model::StateExport& turn) {
  return {turn.user_id.value_or("user"), turn.agent_name.value_or(turn.agent_id)};
}

}  // namespace turnstream::consolidation
