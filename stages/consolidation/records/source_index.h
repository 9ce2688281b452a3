#pragma once
// SourceIndex: finds the memories that rest on an item, a turn or a session, without reading all memories. Rows:
// `<prefix><key><id>`, empty, one for each source id, turn id and session id of each memory; the key is a letter (i, t, s)
// and a hash of 8 bytes. Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/source.h"
#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/records/forgetting.h"

namespace turnstream::consolidation {

class SourceIndex {
 public:
  /// `prefix`: of the keys, such as "~ts/"; it must outlive the index.
  SourceIndex(stage_api::StateView& rows, std::string_view prefix) : rows_(rows), prefix_(prefix) {}

  void add(const Uuid& id, std::span<const model::Source> sources);
  void remove(const Uuid& id, std::span<const model::Source> sources);
  /// The memories with a source that the command names, or that is gone because of it. Hashes can collide: the caller must
  /// compare the sources.
  Result<std::vector<Uuid>> candidates(const Forgetting& forgetting);

 private:
  [[nodiscard]] std::string key(char part, std::string_view text) const;
  [[nodiscard]] std::set<std::string> keys(const Uuid& id, std::span<const model::Source> sources) const;
  Status collect(char part, std::string_view text, std::set<Uuid>& found);

  stage_api::StateView& rows_;
  std::string_view prefix_;
};

}  // namespace turnstream::consolidation
