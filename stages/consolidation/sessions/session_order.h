#pragma once
// The two orders of the sessions of a persona: ordered rows `<prefix><time of 8 bytes><key of 16 bytes>`. Threads: the caller's.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {

[[nodiscard]] evidence::RowKey ordered_key(std::string_view prefix, LogTime time, const Uuid& key);

/// The keys of the first sessions of the order, at most `limit`. `since`: of those from then on; passes over the others, of which the
/// bound of waiting bytes allows some thousands.
Result<std::vector<Uuid>> first_sessions(stage_api::StateView& rows, std::string_view prefix, std::size_t limit,
                                         std::optional<LogTime> since = std::nullopt);

}  // namespace turnstream::consolidation
