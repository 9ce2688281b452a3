#include "pipeline/codec/change_cache.h"

#include <utility>

#include "pipeline/codec/completion_codec.h"

namespace turnstream::codec {

Result<std::span<const model::Change>> ChangeCache::changes(std::string_view part) {
  for (const Part& known : parts_) {
    if (known.bytes == part.data()) {
      return std::span<const model::Change>(known.changes);
    }
  }
  TS_ASSIGN_OR_RETURN(model::Completion completion, parse_completion(part));
  parts_.push_back({part.data(), std::move(completion.changes)});
  return std::span<const model::Change>(parts_.back().changes);
}

void ChangeCache::keep(std::string_view part, std::vector<model::Change> changes) {
  for (model::Change& change : changes) {
    change.existed = false;
  }
  parts_.push_back({part.data(), std::move(changes)});
}

}  // namespace turnstream::codec
