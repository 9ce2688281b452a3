#include "app/memory/persona_view.h"

#include <algorithm>

#include "app/errors.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/patch.h"

namespace turnstream::app {

Result<PersonaView> PersonaView::read(RecordFinder& finder, const std::string& persona) {
  PersonaView view(persona);
  const auto take = [&](const log::Record& record) -> Result<bool> {
    if (record.key == persona) {
      TS_ASSIGN_OR_RETURN(const model::Completion part,
                          codec::parse_completion(record.value.value_or(std::string_view())));
      view.take(part);
    }
    return true;
  };
  TS_RETURN_IF_ERROR(finder.scan(finder.completion_topics(), persona, take));
  if (!view.is_known_) {
    return error_of(error_codes::kNotFound,
                    "nothing is known of persona " + persona + " in namespace " + finder.names().name_space() +
                        ": no stage has answered a record of it. Check the name; a turn that was just published may "
                        "not be processed yet.");
  }
  return view;
}

const PersonaView::Things& PersonaView::of_kind(const std::string& kind) const {
  static const Things kNone;
  const auto found = things_.find(kind);
  return found == things_.end() ? kNone : found->second;
}

void PersonaView::take(const model::Completion& part) {
  if (part.persona_id != persona_) {
    return;
  }
  is_known_ = true;
  as_of_ = std::max(as_of_, part.log_time);
  for (const model::Change& change : part.changes) {
    Things& things = things_[change.kind];
    const auto found = things.find(change.id);
    // A stage of a later phase is read later: what it did to a memory before that was put again is past.
    if (found != things.end() && found->second.stage != part.stage && part.log.offset < found->second.put_at) {
      continue;
    }
    if (change.op == model::ChangeOp::kDelete) {
      things.erase(change.id);
    } else if (change.op == model::ChangeOp::kPut || found == things.end()) {
      things[change.id] = {change.value, part.stage, part.log.offset};
    } else {
      found->second.value = codec::patched(found->second.value, change);
      found->second.stage = part.stage;
    }
  }
}

}  // namespace turnstream::app
