#include "stages/consolidation/sessions/session_order.h"

#include <limits>

#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {

evidence::RowKey ordered_key(std::string_view prefix, LogTime time, const Uuid& key) {
  return evidence::row_key(prefix, static_cast<std::uint64_t>(time.value())).append(key);
}

Result<std::vector<Uuid>> first_sessions(stage_api::StateView& rows, std::string_view prefix, std::size_t limit,
                                         std::optional<LogTime> since) {
  // A time before 1970 means all: it has no place in the order.
  const evidence::RowKey begin =
      since.has_value() && since->value() > 0 ? ordered_key(prefix, *since, Uuid{}) : evidence::RowKey("");
  const std::size_t looked_at = since.has_value() ? std::numeric_limits<std::size_t>::max() : limit;
  std::vector<Uuid> keys;
  TS_RETURN_IF_ERROR(rows.scan(prefix, looked_at, [&](std::string_view key, std::string_view) {
    if (key >= begin.view()) {
      keys.push_back(evidence::id_in_key(key));
    }
    return keys.size() < limit;
  }));
  return keys;
}

}  // namespace turnstream::consolidation
