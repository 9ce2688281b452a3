#include "app/demo/things.h"

#include "app/log_access/scan.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/patch.h"

namespace turnstream::app {

void apply(Things& things, const model::Change& change) {
  auto& kind = things[change.kind];
  if (change.op == model::ChangeOp::kDelete) {
    kind.erase(change.id);
  } else if (change.op == model::ChangeOp::kPut) {
    kind[change.id] = change.value;
  } else {
    std::string& value = kind[change.id];
    value = codec::patched(value, change);
  }
}

Result<Things> read_things(log::Client& client, const model::TopicNames& names, const StageCatalog& catalog,
                           log::milliseconds timeout) {
  Things things;
  for (const std::string& stage : stage_names_of(catalog)) {
    TS_RETURN_IF_ERROR(
        scan_topic(client, names.completions(stage), timeout, [&](const log::Record& record) -> Result<bool> {
          TS_ASSIGN_OR_RETURN(const model::Completion completion,
                              codec::parse_completion(record.value.value_or(std::string_view())));
          for (const model::Change& change : completion.changes) {
            apply(things, change);
          }
          return true;
        }));
  }
  return things;
}

}  // namespace turnstream::app
