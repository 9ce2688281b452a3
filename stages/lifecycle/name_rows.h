#pragma once
// NameRows: the rows by which a `forget` finds items: `name/<name>` and `~session/<session><turn>` (row_keys.h). The items of a
// record have most of their names in common, so what they add to a row is written once. Lifetime: borrows the rows, for one
// call of the stage. Threads: the caller's.

#include <cstdint>
#include <map>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/lifecycle/kept_item.h"

namespace turnstream::lifecycle {

class NameRows {
 public:
  explicit NameRows(stage_api::StateView& rows) : rows_(rows) {}

  /// The item had the names `before`, and has the names `now`. Writes what it lost; write_added() writes what it got.
  Status change(const Uuid& id, const Names& before, const Names& now);
  Status write_added();

 private:
  struct Added {
    std::vector<Uuid> ids;
    std::vector<std::uint64_t> sessions;
  };

  stage_api::StateView& rows_;
  std::map<std::uint64_t, Added> added_;  ///< by name
};

}  // namespace turnstream::lifecycle
