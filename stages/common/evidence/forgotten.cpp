#include "stages/common/evidence/forgotten.h"

#include "pipeline/codec/completion_codec.h"

namespace turnstream::evidence {

Status Forgotten::add_removed(std::span<const stage_api::UpstreamCompletion> upstream) {
  for (const stage_api::UpstreamCompletion& completion : upstream) {
    for (const std::string_view part : completion.parts) {
      TS_ASSIGN_OR_RETURN(const model::Completion parsed, codec::parse_completion(part));
      for (const model::Change& change : parsed.changes) {
        if (change.op == model::ChangeOp::kDelete) {
          add(change.id);
        }
      }
    }
  }
  return {};
}

}  // namespace turnstream::evidence
