#include "stages/semantic/notes/rings.h"

#include <algorithm>

#include "stages/common/evidence/rows.h"

namespace turnstream::semantic {
namespace {

evidence::RowKey said_key(std::uint64_t session, std::uint64_t number) {
  return evidence::RowKey(kSaidPrefix).append_number(session).append_number(number);
}

}  // namespace

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
  TS_ASSIGN_OR_RETURN(Ring ring, read(session));
  if (log_time.value() - ring.last.value() >= kIdleMs || ring.heard >= kHeardMax) {
    erase_units(session, ring);
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

Result<KeptNote> Rings::said(std::uint64_t session, std::uint64_t number) {
  TS_ASSIGN_OR_RETURN(std::optional<KeptNote> draft, find_said(session, number));
  if (!draft.has_value()) {
    return evidence::bad_state("The row of a unit that can be a note is missing.");
  }
  return std::move(*draft);
}

Result<std::optional<KeptNote>> Rings::find_said(std::uint64_t session, std::uint64_t number) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(said_key(session, number)));
  if (!row.has_value()) {
    return std::optional<KeptNote>();
  }
  TS_ASSIGN_OR_RETURN(KeptNote draft, decode_note(*row));
  return std::optional(std::move(draft));
}

void Rings::put_said(std::uint64_t session, std::uint64_t number, const KeptNote& draft) {
  rows_.put(said_key(session, number), encode_note(draft));
}

void Rings::erase_said(std::uint64_t session, std::uint64_t number) {
  rows_.erase(said_key(session, number));
}

Status Rings::erase(std::uint64_t session) {
  TS_ASSIGN_OR_RETURN(const Ring ring, read(session));
  erase_units(session, ring);
  rows_.erase(evidence::row_key(kRingPrefix, session));
  return {};
}

void Rings::erase_units(std::uint64_t session, const Ring& ring) {
  for (const RingUnit& one : ring.units) {
    erase_said(session, one.number);
  }
}

}  // namespace turnstream::semantic
