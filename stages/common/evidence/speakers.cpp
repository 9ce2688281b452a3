#include "stages/common/evidence/speakers.h"

namespace turnstream::evidence {

Speakers speakers_of(const model::StateExport& turn) {
  const std::string_view name = turn.user_name.value_or(std::string_view());
  return {name.empty() ? turn.user_id.value_or("user") : name, turn.agent_name.value_or(turn.agent_id)};
}

}  // namespace turnstream::evidence
