#pragma once
// TurnSources: the sources that the items of one turn are. Episodic may have collapsed an item into an older one, or
// left it out; its id is computed all the same (docs/topics.md), so that later stages need not look; once a pointer,
// since most of what is drawn from a turn comes from few of its items. Lifetime: borrows the turn. Threads: one at a
// time.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/base/uuid5.h"
#include "pipeline/codec/ids.h"
#include "pipeline/model/source.h"
#include "pipeline/model/state_export.h"

namespace turnstream::evidence {

class TurnSources {
 public:
  explicit TurnSources(const model::StateExport& turn) : turn_(turn) {}

  /// `pointer`: where in the turn the item stands, "/turn_data", "/observations/0", …. Lives as long as this.
  const model::Source& at(std::string_view pointer) {
    auto found = known_.find(pointer);
    if (found == known_.end()) {
      const Uuid id = codec::memory_id(turn_.agent_id, turn_.turn_id, pointer);
      model::Source source{to_string(id), std::string(turn_.turn_id), std::string(turn_.session_id)};
      found = known_.emplace(pointer, std::move(source)).first;
    }
    return found->second;
  }

 private:
  const model::StateExport& turn_;
  std::map<std::string, model::Source, std::less<>> known_;
};

}  // namespace turnstream::evidence
