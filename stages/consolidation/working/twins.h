#pragma once
// Twins: which items said the same as others, so that a `forget` of one of them takes all: lifecycle merges such items, and episodic
// counts them as one, although each turn has messages and memories of its own. Only what is said again writes rows:
// `~tw/<number of 8 bytes>`, by the id of the item that was there first. Each of the 512 rows keeps the newest 32. Lifetime: borrows
// the rows, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/records/forgetting.h"

namespace turnstream::consolidation {

/// An item, and hashes (hash64) of its turn and session.
struct ItemPlace {
  Uuid item{};
  std::uint64_t turn = 0;
  std::uint64_t session = 0;
  friend bool operator==(const ItemPlace&, const ItemPlace&) = default;
};

[[nodiscard]] ItemPlace item_place(const Uuid& item, std::string_view turn_id, std::string_view session_id);

class Twins {
 public:
  explicit Twins(stage_api::StateView& rows) : rows_(rows) {}

  /// Notes that `again` says the same as `first`, which was there before.
  Status note(const ItemPlace& first, const ItemPlace& again);
  /// Adds the items that say the same as what the command names or as what is gone, and forgets that they do. Reads all rows.
  Status forget(Forgetting& forgetting);

 private:
  stage_api::StateView& rows_;
};

}  // namespace turnstream::consolidation
