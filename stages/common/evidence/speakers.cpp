#include "stages/common/evidence/speakers.h"

#include "pipeline/base/label_bounds.h"
#include "pipeline/base/utf8.h"

namespace turnstream::evidence {

Speakers speakers_of(const model::StateExport& turn) {
  const std::string_view name = turn.user_name.value_or(std::string_view());
  const auto shown = [](std::string_view text) { return first_code_points(text, kNameCodePointsMax); };
  return {shown(name.empty() ? turn.user_id.value_or("user") : name), shown(turn.agent_name.value_or(turn.agent_id))};
}

}  // namespace turnstream::evidence
