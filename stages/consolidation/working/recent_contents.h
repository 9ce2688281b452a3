#pragma once
// RecentContents: hashes of the normalised contents of a persona's last items, to find exact repeats. They stand in 512 rows
// `recent/<number of 8 bytes>`, by the last bits of the hash, so that an item changes one small row. Each row drops what is
// too old when it is written. Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/working/twins.h"

namespace turnstream::consolidation {

/// Which contents still count: the last `contents_max`, if they are younger than `age_ms`.
struct RecentRules {
  std::int64_t contents_max = 0;
  std::int64_t age_ms = 0;
};

class RecentContents {
 public:
  RecentContents(stage_api::StateView& rows, RecentRules rules) : rows_(rows), rules_(rules) {}

  /// Notes the content, which is the `number`th of the persona, and where it stands. Returns where the last equal one stands;
  /// absent if none of the last contents is equal.
  Result<std::optional<ItemPlace>> note(std::string_view content, const ItemPlace& place, std::uint64_t number,
                                        LogTime now);
  /// Forgets the contents that came with one of the items or turns, or in the session. Reads all rows.
  Status forget(const std::vector<std::string>& ids, const std::optional<std::string>& session_id);
  Status clear();

 private:
  stage_api::StateView& rows_;
  RecentRules rules_;
};

}  // namespace turnstream::consolidation
