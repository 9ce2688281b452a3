#include "stages/semantic/notes/rings.h"

#include <algorithm>

#include "stages/common/evidence/rows.h"
#include "stages/semantic/notes/ring_row.h"

namespace turnstream::semantic {

Result<Ring> Rings::open(std::uint64_t session, LogTime log_time) {
  std::vector<std::uint64_t>& sessions = head_.sessions;
  if (std::find(sessions.begin(), sessions.end(), session) == sessions.end()) {
    if (sessions.size() >= kSessionsMax) {
      TS_RETURN_IF_ERROR(erase(sessions.front()));
      sessions.erase(sessions.begin());
    }
    sessions.push_back(session);
    return Ring{};
  }
  if (sessions.back() != session) {
    std::erase(sessions, session);
    sessions.push_back(session);
  }
  Result<Ring> ring = read(session);  // returned as it is, because a ring is large
  if (ring.ok() && (log_time.value() - ring->last.value() >= kIdleMs || ring->heard >= kHeardMax)) {
    said_.erase(session, *ring);
    return Ring{};
  }
  return ring;
}

Result<Ring> Rings::read(std::uint64_t session) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(evidence::row_key(kRingPrefix, session)));
  if (!row.has_value()) {
    return evidence::bad_state("The row of a session's units is missing.");
  }
  return decode_ring(*row);
}

void Rings::write(std::uint64_t session, const Ring& ring) {
  rows_.put(evidence::row_key(kRingPrefix, session), encode_ring(ring));
}

Status Rings::clear() {
  for (const std::uint64_t session : head_.sessions) {
    TS_RETURN_IF_ERROR(erase(session));
  }
  head_.sessions.clear();
  return {};
}

Status Rings::erase(std::uint64_t session) {
  TS_ASSIGN_OR_RETURN(const Ring ring, read(session));
  said_.erase(session, ring);
  rows_.erase(evidence::row_key(kRingPrefix, session));
  return {};
}

}  // namespace turnstream::semantic
