#include "stages/consolidation/records/forgetting.h"

#include "pipeline/base/sha256.h"
#include "pipeline/codec/command_args.h"

namespace turnstream::consolidation {
Result<Forgetting> Forgetting::read(const stage_api::Input& input) {
  TS_ASSIGN_OR_RETURN(model::ForgetArgs args, codec::parse_forget_args(input.value));
  Forgetting forgetting(std::move(args));
  forgetting.salt_ = to_hex(sha256(input.value));
  for (const std::string& id : forgetting.args_.ids) {
    forgetting.add(id);
  }
  for (const stage_api::UpstreamCompletion& completion : input.upstream) {
    TS_RETURN_IF_ERROR(completion.each_change([&forgetting](const model::Change& change) {
      if (change.op == model::ChangeOp::kDelete && change.kind != "stats") {
        forgetting.add(change.id);
      }
      return Status();
    }));
  }
  return forgetting;
}

void Forgetting::add(const std::string& id) {
  if (known_.insert(id).second) {
    ids_.push_back(id);
    forgotten_.add(id);
  }
}

}  // namespace turnstream::consolidation
