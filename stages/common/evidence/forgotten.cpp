#include "stages/common/evidence/forgotten.h"

namespace turnstream::evidence {

Status Forgotten::add_removed(std::span<const stage_api::UpstreamCompletion> upstream) {
  for (const stage_api::UpstreamCompletion& completion : upstream) {
    TS_RETURN_IF_ERROR(completion.each_change([this](const model::Change& change) {
      if (change.op == model::ChangeOp::kDelete) {
        add(change.id);
      }
      return Status();
    }));
  }
  return {};
}

}  // namespace turnstream::evidence
