#pragma once
// ChangeCache: the changes in completion parts, each part read at its first use. One cache serves all stages of a group for
// one record, so that no stage reads again what another has read. A part is recognised by where its bytes are: clear() the
// cache before the bytes of any part are freed or change. Errors: those of parse_completion(). Threads: one at a time.

#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/model/completion.h"

namespace turnstream::codec {

class ChangeCache {
 public:
  /// The changes in the part, with Change::existed false. Valid until clear().
  Result<std::span<const model::Change>> changes(std::string_view part);
  /// Stores the changes of a part that this process wrote, so that it need not be read.
  void keep(std::string_view part, std::vector<model::Change> changes);
  void clear() { parts_.clear(); }

 private:
  struct Part {
    const char* bytes;
    std::vector<model::Change> changes;
  };
  std::deque<Part> parts_;
};

}  // namespace turnstream::codec
