#pragma once
// ShareRows: which insight is shared with whom, found from either side. Rows:
//   ~so/<insight><target>               the generation of the grant under which it is shared, and a hash of what was sent
//   ~st/<target><generation><insight>   an empty row; the generation is big-endian
// A target is its key (kept_grant.h). When a grant is replaced, it has a new generation: what was shared before stands
// in front of the target's rows until it is examined, and moves to the new generation if the new grant covers it.
// Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kShareOfInsightPrefix = "~so/";
inline constexpr std::string_view kShareOfTargetPrefix = "~st/";

struct Share {
  std::uint32_t generation = 0;
  std::uint64_t content = 0;  ///< a hash of what was sent
};

class ShareRows {
 public:
  explicit ShareRows(stage_api::StateView& rows) : rows_(rows) {}

  Result<std::optional<Share>> find(const Uuid& insight, const Uuid& target);
  /// `before`: what find() gave.
  void put(const Uuid& insight, const Uuid& target, const Share& share, const std::optional<Share>& before);
  void erase(const Uuid& insight, const Uuid& target, const Share& share);
  /// With whom the insight is shared.
  Result<std::vector<std::pair<Uuid, Share>>> of_insight(const Uuid& insight);
  /// Up to `limit` insights that are shared with the target since before the generation; absent: all are.
  Result<std::vector<Uuid>> of_target(const Uuid& target, std::size_t limit, std::optional<std::uint32_t> generation);

 private:
  stage_api::StateView& rows_;
};

}  // namespace turnstream::consolidation
