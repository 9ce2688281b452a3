#pragma once
// TurnSources: gives, for an element of one turn, the Source that a derived memory stores. Its item id is computed from
// persona, turn id and pointer (docs/topics.md), whether or not episodic stored the item. Each id is computed once,
// because many derived memories can have the same source. Lifetime: borrows the turn. Threads: one at a time.

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

  [[nodiscard]] const model::StateExport& turn() const { return turn_; }

  /// `pointer`: JSON pointer to the element, such as "/observations/0". The reference lives as long as this object.
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
